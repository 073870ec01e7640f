import * as v from 'valibot'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { text, trimmedText } from '../scalars.ts'
import { ProviderInputSchema } from './providers.ts'

const bounds = limits.integrations

/**
 * Runs a follow-up step; without `config`, tells what it needs.
 * @example {"provider": "crm-a", "step": "mappings"}
 */
export const SetupStepBodySchema = strictObject({
  /** Provider id or alias. */
  provider: ProviderInputSchema,
  /** A step's id or token, such as `mappings` or `webhooks`. */
  step: trimmedText(bounds.stepLength),
  /** `{ mappings }` for a CRM, `{ webhookSecret }` for webhooks. */
  config: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes })),
})

const StageSchema = strictObject({ id: text(500, 1), name: text(500) })

/** `config` of the CRM mapping step. */
export const CrmMappingConfigSchema = strictObject({
  mappings: v.pipe(
    v.array(
      strictObject({
        pipelineId: text(500, 1),
        pipelineName: text(500),
        mappings: v.pipe(
          v.array(
            strictObject({
              svcStage: v.picklist(['Created', 'Quoting', 'Negotiation', 'Won', 'Lost']),
              crmStages: v.pipe(v.array(StageSchema), v.maxLength(bounds.mappings)),
            }),
          ),
          v.maxLength(bounds.mappings),
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(bounds.pipelines),
  ),
})

/** For the server's webhook step. */
export const WebhookConfigSchema = strictObject({ webhookSecret: text(bounds.configValueLength, 1) })
