import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { trimmedText } from '../scalars.ts'

const bounds = limits.destinations

const WebhookUrlSchema = v.pipe(
  trimmedText(bounds.urlLength),
  v.check(isWebhookUrl, 'must be an http or https address without a user name'),
)

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const WebhookSecretSchema = v.pipe(
  v.string('must be a string'),
  // 24 to 64 bytes are 32 to 88 characters.
  v.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64'),
)

const common = {
  /** 1 to 120 characters. */
  label: trimmedText(bounds.labelLength),
  /** Default true. */
  enabled: v.optional(v.boolean()),
  /** Makes it the default fallback, and enabled. Default false. */
  isDefault: v.optional(v.boolean(), false),
}

const isNoDisabledDefault = (body: { isDefault?: boolean | undefined; enabled?: boolean | undefined }) =>
  !(body.isDefault && body.enabled === false)
const disabledDefault = 'can’t be false for the default destination'

/** An address of yours that messages are posted to, signed as Standard Webhooks describes. */
export const CreateWebhookDestinationSchema = strictObject({
  /** Which kind of destination. */
  type: v.literal('WEBHOOK_ENDPOINT'),
  /** `https://…` or `http://…`, up to 2,000 characters, without a user name. */
  url: WebhookUrlSchema,
  /** `whsec_` and 24 to 64 bytes in base64: what messages are signed with. Default: one is made, and answered this once. */
  secret: v.optional(WebhookSecretSchema),
  ...common,
})

/** A channel of the connected chat app. */
export const CreateChatDestinationSchema = strictObject({
  /** Which kind of destination. */
  type: v.literal('CHAT_CHANNEL'),
  /** 1 to 191 characters. */
  channelId: trimmedText(bounds.channelIdLength),
  ...common,
})

/**
 * Creates a destination: a channel of the chat app, or a webhook.
 * @example {"type": "WEBHOOK_ENDPOINT", "url": "https://ops.example.com/hooks/intel", "label": "On call", "isDefault": true}
 */
export const CreateDestinationBodySchema = v.pipe(
  v.variant('type', [CreateChatDestinationSchema, CreateWebhookDestinationSchema]),
  v.forward(
    v.check((body) => isNoDisabledDefault(body), disabledDefault),
    ['enabled'],
  ),
  v.transform((body) => ({ ...body, enabled: body.enabled ?? true })),
)

/**
 * At least one field besides `type`, which is that of the destination.
 * @example {"type": "WEBHOOK_ENDPOINT", "label": "On call"}
 */
export const UpdateDestinationBodySchema = v.pipe(
  strictObject({
    /** The kind that the destination is of. */
    type: v.picklist(['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT']),
    /** Makes it the default fallback, and enabled. Another default takes its place; it can't be just taken away. */
    isDefault: v.optional(
      v.literal(true, 'must be true: make another destination the default to take it from this one'),
    ),
    /** 1 to 120 characters. */
    label: v.optional(trimmedText(bounds.labelLength)),
    /** Whether it is enabled. */
    enabled: v.optional(v.boolean()),
    /** Of a webhook: another address. */
    url: v.optional(WebhookUrlSchema),
    /** Of a webhook: another secret, in force at once. Messages are signed with the former one too, for 24 hours. */
    secret: v.optional(WebhookSecretSchema),
  }),
  v.check(
    ({ type: _, ...changes }) => Object.values(changes).some((value) => value !== undefined),
    'must change something: give label, enabled, isDefault, url or secret',
  ),
  v.forward(
    v.check((body) => isNoDisabledDefault(body), disabledDefault),
    ['enabled'],
  ),
  v.forward(
    v.check(({ type, url }) => type !== 'CHAT_CHANNEL' || url === undefined, 'only a webhook has an address'),
    ['url'],
  ),
  v.forward(
    v.check(
      ({ type, secret }) => type !== 'CHAT_CHANNEL' || secret === undefined,
      'only a webhook has a secret',
    ),
    ['secret'],
  ),
)
