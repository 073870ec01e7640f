import * as v from 'valibot'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { text, trimmedText } from '../scalars.ts'
import type { CrmMapping } from './integration-types.ts'
import { ProviderInputSchema } from './providers.ts'

/**
 * Runs a follow-up step; without `config`, tells what it needs.
 * @example {"provider": "crm-a", "step": "mappings"}
 */
export interface SetupStepBody {
  /** Provider id or alias. */
  provider: string
  /** A step's id or token, such as `mappings` or `webhooks`. */
  step: string
  /** `{ mappings }` for a CRM, `{ webhookSecret }` for webhooks. */
  config?: JsonObject
}

/** `config` of the CRM mapping step. */
export interface CrmMappingConfig {
  mappings: CrmMapping[]
}

const bounds = limits.integrations

export const SetupStepBodySchema = strictObject({
  provider: ProviderInputSchema,
  step: trimmedText(bounds.stepLength),
  config: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes })),
}) satisfies v.GenericSchema<SetupStepBody>

const StageSchema = strictObject({ id: text(500, 1), name: text(500) })

/** For the server's CRM mapping step. */
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
}) satisfies v.GenericSchema<CrmMappingConfig>

/** For the server's webhook step. */
export const WebhookConfigSchema = strictObject({ webhookSecret: text(bounds.configValueLength, 1) })
