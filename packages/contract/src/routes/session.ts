import * as v from 'valibot'
import { grants } from '../grants.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { roles } from '../roles.ts'
import { CountSchema, DateTimeSchema, EmailSchema, text, trimmedText } from '../scalars.ts'
import { defineRoutes, errorResponses } from './definition.ts'

const bounds = limits.session

/** A password that somebody chooses. */
const NewPasswordSchema = v.pipe(
  text(bounds.passwordLength),
  v.check(
    (value) => [...value].length >= bounds.passwordMin,
    `must have ${bounds.passwordMin} characters or more`,
  ),
)

const NameSchema = trimmedText(limits.records.nameLength)

/** Who asks, and what they may do. */
export const SessionSchema = v.object({
  /** Whether somebody asks who is known: a person who signed in, or the holder of an API key. */
  signedIn: v.boolean(),
  /** The person; null: nobody, or the holder of an API key. */
  user: v.nullable(
    v.object({
      /** Their id among the workspace's users. */
      id: v.string(),
      /** Their e-mail address. */
      email: v.string(),
      /** Their name. */
      name: v.string(),
      /** What they are here. */
      role: v.picklist(roles),
    }),
  ),
  /** What they may do. */
  grants: v.array(v.picklist(grants)),
  /** The workspace; null where nobody is known. */
  organization: v.nullable(
    v.object({
      /** Its id. */
      id: v.string(),
      /** Its name, for people. */
      name: v.string(),
      /** Its name in lower case, digits and hyphens. */
      slug: v.string(),
    }),
  ),
  /** When the session ends unless it is used; null: there is none. ISO 8601, UTC. */
  expiresAt: v.nullable(DateTimeSchema),
  /** Whether the session is protected by TLS. False: by plain http anybody in between can take it. */
  isSecure: v.boolean(),
  /** Whether there are several workspaces here, so that a sign-in has to name one. */
  needsOrganization: v.boolean(),
  /** The ways to sign in. */
  ways: v.object({
    /** By e-mail address and password. */
    password: v.boolean(),
    /** By an identity provider; null: none is set up. */
    openId: v.nullable(
      v.object({
        /** What the provider is called. */
        label: v.string(),
        /** Where to go. */
        url: v.string(),
      }),
    ),
  }),
})

/**
 * Who signs in.
 * @example {"email": "ada@acme.example", "password": "correct horse battery"}
 */
export const StartSessionBodySchema = strictObject({
  /** Their e-mail address. */
  email: EmailSchema,
  /** Their password. */
  password: text(bounds.passwordLength, 1),
  /** The workspace, by its slug or id. Needed where the server has several. */
  organization: v.optional(text(bounds.organizationLength, 1)),
})

/** Which sessions end. */
export const EndSessionBodySchema = v.optional(
  strictObject({
    /** True: all others of this person end, and this one stays. Default: this one ends. */
    others: v.optional(v.boolean(), false),
  }),
)

export const EndedSessionsSchema = v.object({
  /** How many sessions ended. */
  ended: CountSchema,
})

/**
 * Takes up an invitation, or sets a forgotten password anew.
 * @example {"token": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", "password": "correct horse battery", "name": "Ada"}
 */
export const AcceptInvitationBodySchema = strictObject({
  /** What stands in the link. */
  token: text(bounds.tokenLength, 1),
  /** 12 characters or more, and not the e-mail address. */
  password: NewPasswordSchema,
  /** What they are called. Default: as it is known. */
  name: v.optional(NameSchema),
  /** Their e-mail address. Needed for the first owner, whose link names none; otherwise what the link says counts. */
  email: v.optional(EmailSchema),
})

/**
 * Another password for oneself.
 * @example {"password": "correct horse battery", "newPassword": "battery horse correct"}
 */
export const ChangePasswordBodySchema = strictObject({
  /** The password until now. */
  password: text(bounds.passwordLength, 1),
  /** 12 characters or more, and not the e-mail address. */
  newPassword: NewPasswordSchema,
})

export const sessionRoutes = defineRoutes({
  getSession: {
    method: 'GET',
    path: '/api/session',
    sdk: 'session.get',
    summary: 'Tell who is signed in',
    description:
      'It answers anybody: the session of the cookie, the holder of the API key, or nobody and the ways to sign in.',
    tag: 'session',
    auth: 'session',
    responses: { 200: SessionSchema, ...errorResponses('simple', [401, 500, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  startSession: {
    method: 'POST',
    path: '/api/session',
    sdk: 'session.start',
    summary: 'Sign in with a password',
    description:
      'Sets the cookie of the session. A wrong password and an unknown address are one answer. After ten failures for an address, or a hundred from a network, it is 429 for an hour.',
    tag: 'session',
    auth: 'session',
    body: StartSessionBodySchema,
    responses: {
      200: SessionSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
  endSession: {
    method: 'POST',
    path: '/api/session/end',
    sdk: 'session.end',
    summary: 'Sign out, here or everywhere else',
    tag: 'session',
    auth: 'session',
    body: EndSessionBodySchema,
    responses: { 200: EndedSessionsSchema, ...errorResponses('simple', [400, 403, 413, 415, 500, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/session/accept',
    sdk: 'session.accept',
    summary: 'Take up an invitation, or set a password anew, by a link',
    description:
      'A link works once, for seven days. One that was used, replaced or is too old is a 404. All sessions of the person end, and one begins: the cookie of it is set.',
    tag: 'session',
    auth: 'session',
    body: AcceptInvitationBodySchema,
    responses: {
      200: SessionSchema,
      ...errorResponses('simple', [400, 403, 404, 409, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
  changePassword: {
    method: 'POST',
    path: '/api/session/password',
    sdk: 'session.changePassword',
    summary: 'Change one’s own password',
    description: 'All other sessions of the person end. A wrong password counts as for a sign-in.',
    tag: 'session',
    auth: 'session',
    body: ChangePasswordBodySchema,
    responses: {
      200: SessionSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
})
