/** Settings of mail and text messages, from the environment like all others (`config.ts`). */
import { isAbsolute } from 'node:path'
import { z } from 'zod'

const SMS_PROVIDERS = ['aliyun', 'tencent', 'twilio'] as const
export type SmsProviderName = (typeof SMS_PROVIDERS)[number]

const secret = z.string().min(8)
const name = z.string().min(1)
/** Keys are sent to it: unencrypted only to this machine, where tests and tunnels listen. */
const endpoint = z
  .url({ protocol: /^https?$/ })
  .refine(
    (v) => v.startsWith('https:') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(v).hostname),
    'needs https',
  )
const bareMail = z.string().regex(/^[^\s<>@+]+@[^\s<>@]+\.[^\s<>@]+$/, 'needs an address without +')

export const messageEnv = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Where bounces are sent: a separate mailbox, which accepts `name+anything@`. */
  MAIL_BOUNCES: bareMail.optional(),
  /** The secret of whoever reports bounces and complaints at `/notify/mail`. */
  MAIL_EVENTS_SECRET: z.string().min(16).optional(),
  /** Providers of text messages, in the order in which they are tried. */
  SMS_PROVIDERS: z
    .string()
    .transform((v) =>
      v
        .split(',')
        .map((it) => it.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(SMS_PROVIDERS)).min(1))
    .optional(),
  /** A YAML file: provider → message → language → id of its template there. */
  SMS_TEMPLATES: z.string().refine(isAbsolute, 'needs an absolute path').optional(),
  /** Text messages a day, counted as they are billed, of all processes together. */
  SMS_PER_DAY: z.coerce.number().int().min(1).default(5_000),
  /** How many of these are reserved for codes. */
  SMS_CODE_RESERVE: z.coerce.number().int().min(0).default(1_000),
  ALIYUN_SMS_KEY_ID: name.optional(),
  ALIYUN_SMS_KEY_SECRET: secret.optional(),
  ALIYUN_SMS_SIGN: name.optional(),
  ALIYUN_SMS_URL: endpoint.default('https://dysmsapi.aliyuncs.com'),
  TENCENT_SMS_SECRET_ID: name.optional(),
  TENCENT_SMS_SECRET_KEY: secret.optional(),
  TENCENT_SMS_APP_ID: name.optional(),
  TENCENT_SMS_SIGN: name.optional(),
  TENCENT_SMS_REGION: name.default('ap-guangzhou'),
  TENCENT_SMS_URL: endpoint.default('https://sms.tencentcloudapi.com'),
  TWILIO_ACCOUNT_SID: name.optional(),
  TWILIO_AUTH_TOKEN: secret.optional(),
  TWILIO_FROM: name.optional(),
  TWILIO_URL: endpoint.default('https://api.twilio.com'),
} as const

type Env = z.output<z.ZodObject<typeof messageEnv>>

export interface AliyunSettings {
  name: 'aliyun'
  keyId: string
  keySecret: string
  sign: string
  url: string
}
export interface TencentSettings {
  name: 'tencent'
  secretId: string
  secretKey: string
  appId: string
  sign: string
  region: string
  url: string
}
export interface TwilioSettings {
  name: 'twilio'
  account: string
  token: string
  from: string
  url: string
}
export type SmsSettings = AliyunSettings | TencentSettings | TwilioSettings

export interface MessageSettings {
  smtpUrl: string | undefined
  mailFrom: string
  mailBounces: string | undefined
  mailEventsSecret: string | undefined
  sms: { providers: SmsSettings[]; templates: string | undefined; perDay: number; codeReserve: number }
}

/** The settings that each provider needs. */
const NEEDED = {
  aliyun: ['ALIYUN_SMS_KEY_ID', 'ALIYUN_SMS_KEY_SECRET', 'ALIYUN_SMS_SIGN'],
  tencent: ['TENCENT_SMS_SECRET_ID', 'TENCENT_SMS_SECRET_KEY', 'TENCENT_SMS_APP_ID', 'TENCENT_SMS_SIGN'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
} as const satisfies Record<SmsProviderName, readonly (keyof Env)[]>

/** Missing settings of a provider that `SMS_PROVIDERS` names: it could never send. */
export const missingOfProviders = (e: Env): string[] =>
  (e.SMS_PROVIDERS ?? []).flatMap((it) => NEEDED[it].filter((setting) => e[setting] === undefined))

/** Settings without which production does not start. */
export const missingMessageSettings = (e: Env): string[] =>
  (['SMTP_URL', 'MAIL_FROM', 'SMS_PROVIDERS'] as const).filter((it) => e[it] === undefined)

export function messageSettings(e: Env): MessageSettings {
  return {
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? 'Youfang <no-reply@localhost>',
    mailBounces: e.MAIL_BOUNCES,
    mailEventsSecret: e.MAIL_EVENTS_SECRET,
    sms: {
      providers: [...new Set(e.SMS_PROVIDERS ?? [])].map((it) => SETTINGS_OF[it](e)),
      templates: e.SMS_TEMPLATES,
      perDay: e.SMS_PER_DAY,
      codeReserve: e.SMS_CODE_RESERVE,
    },
  }
}

const SETTINGS_OF: Record<SmsProviderName, (e: Env) => SmsSettings> = {
  aliyun: (e) => ({
    name: 'aliyun',
    keyId: e.ALIYUN_SMS_KEY_ID ?? '',
    keySecret: e.ALIYUN_SMS_KEY_SECRET ?? '',
    sign: e.ALIYUN_SMS_SIGN ?? '',
    url: e.ALIYUN_SMS_URL,
  }),
  tencent: (e) => ({
    name: 'tencent',
    secretId: e.TENCENT_SMS_SECRET_ID ?? '',
    secretKey: e.TENCENT_SMS_SECRET_KEY ?? '',
    appId: e.TENCENT_SMS_APP_ID ?? '',
    sign: e.TENCENT_SMS_SIGN ?? '',
    region: e.TENCENT_SMS_REGION,
    url: e.TENCENT_SMS_URL,
  }),
  twilio: (e) => ({
    name: 'twilio',
    account: e.TWILIO_ACCOUNT_SID ?? '',
    token: e.TWILIO_AUTH_TOKEN ?? '',
    from: e.TWILIO_FROM ?? '',
    url: e.TWILIO_URL,
  }),
}
