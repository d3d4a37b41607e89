/** The calls of "My information": what we know of the person, where they are signed in, which messages they get. */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { codeSchema } from '../../lib/people/contact.ts'
import { ID_TYPES } from '../../lib/people/id-types.ts'
import { MESSAGE_KINDS, MESSAGE_WAYS } from '../../lib/people/message-preferences.ts'
import { agentSchema } from '../../lib/user-agent.ts'

const instant = z.int()
const id = patternText(/^[0-9a-z]{26}$/, 26)
const CHANNELS = ['email', 'mobile'] as const
const CODE_ERRORS = ['code_wrong', 'code_expired', 'backoff', 'no_contact'] as const

const deviceSchema = z.extend(agentSchema, {
  id: z.string(),
  signedInAt: instant,
  lastUsedAt: instant,
  /** The device that makes this call. */
  current: z.boolean(),
  /** It can access one claim and nothing else: a phone that takes its photos. */
  claimOnly: z.boolean(),
})
export type Device = z.output<typeof deviceSchema>

const noticeSchema = z.object({
  kind: z.enum(MESSAGE_KINDS),
  way: z.enum(MESSAGE_WAYS),
  ways: z.array(z.enum(MESSAGE_WAYS)),
})
export type Notice = z.output<typeof noticeSchema>

/** Contacts and ID number are masked on the server. */
export const myInformation = call({
  path: 'account/information',
  access: 'login',
  input: z.object({}),
  output: z.object({
    name: z.nullable(z.string()),
    mobile: z.nullable(z.string()),
    email: z.nullable(z.string()),
    /** The email accepts no mail: only codes are sent there. */
    mailTrouble: z.nullable(z.enum(['bounced', 'complained'])),
    /** From a verification of identity, else from the newest policy that the person bought. */
    identity: z.nullable(
      z.object({
        idType: z.enum(ID_TYPES),
        idNumber: z.string(),
        from: z.enum(['verification', 'policy']),
        /** Number of the policy. */
        number: z.nullable(z.string()),
        at: instant,
      }),
    ),
    devices: z.array(deviceSchema),
    notices: z.array(noticeSchema),
    /** Absolute end of this session, ms. */
    endsAt: instant,
  }),
})
export type MyInformation = z.output<typeof myInformation.output>

/** Signs another device out; it is told that it was signed out elsewhere (30002). */
export const signOutDevice = call({
  path: 'account/signOutDevice',
  access: 'login',
  input: z.object({ id }),
  output: z.object({ devices: z.array(deviceSchema) }),
})

/**
 * How a kind of message is sent to the person. `required_notice`: it cannot be switched off; `no_contact`: the channel
 * has no contact.
 */
export const chooseNotice = call({
  path: 'account/chooseNotice',
  access: 'login',
  input: z.object({ kind: z.enum(MESSAGE_KINDS), way: z.enum(MESSAGE_WAYS) }),
  output: z.object({ notices: z.array(noticeSchema) }),
  errors: ['required_notice', 'no_contact'],
})

/** `failed`: it could not be made, and its owner was told. */
const EXPORT_STATUSES = ['requested', 'ready', 'failed'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

const exportsSchema = z.object({
  /** The latest one that still exists; `null` for none. */
  latest: z.nullable(
    z.object({
      id,
      status: z.enum(EXPORT_STATUSES),
      requestedAt: instant,
      expiresAt: z.nullable(instant),
      bytes: z.nullable(z.int()),
    }),
  ),
  /** How many may still be requested today. */
  left: z.int(),
  /** Masked contacts to which a code can be sent. */
  contacts: z.array(z.object({ channel: z.enum(CHANNELS), masked: z.string() })),
})
export type DataExports = z.output<typeof exportsSchema>

/** The copies of everything about the person. */
export const dataExports = call({
  path: 'account/exports',
  access: 'login',
  input: z.object({}),
  output: exportsSchema,
})

/** Requests a copy; a job makes it. There is one at a time: a new one replaces the last. */
export const requestExport = call({
  path: 'account/requestExport',
  access: 'login',
  input: z.object({}),
  output: exportsSchema,
  errors: ['under_way'],
})

/** Sends a code to a contact of the account, valid for one purpose only. `too_soon` carries `retryAfter` seconds. */
export const sendAccountCode = call({
  path: 'account/sendCode',
  access: 'login',
  input: z.object({ purpose: z.enum(['export', 'close']), channel: z.enum(CHANNELS) }),
  output: z.object({ resendAfter: z.int() }),
  errors: ['too_soon', 'no_contact'],
})

/**
 * Exchanges a code for a ticket, with which the archive can be downloaded for some minutes. `code_wrong` carries
 * `triesLeft`.
 */
export const openExport = call({
  path: 'account/openExport',
  access: 'login',
  input: z.object({ id, channel: z.enum(CHANNELS), code: codeSchema }),
  output: z.object({ ticket: z.string() }),
  errors: CODE_ERRORS,
})

/** The archive. */
export const exportFile = call({
  module: 'file',
  path: 'account/export',
  access: 'login',
  input: z.object({ id, ticket: boundedText(60, 'invalid') }),
  output: z.instanceof(Uint8Array),
})
