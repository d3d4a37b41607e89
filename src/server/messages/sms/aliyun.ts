/** Aliyun (Dysmsapi 2017-05-25), signed by ACS3-HMAC-SHA256 of its OpenAPI. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { now } from '../../../lib/days/clock.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import type { AliyunSettings } from '../message-settings.ts'
import { callProvider, readAnswer } from './provider-http.ts'
import { SmsFault, type SmsFaultKind, type SmsProvider } from './sms-provider.ts'

const VERSION = '2017-05-25'

const answerSchema = z.looseObject({ Code: z.string() })
const sentSchema = z.looseObject({ BizId: z.string() })
const detailsSchema = z.looseObject({
  SmsSendDetailDTOs: z.object({
    SmsSendDetailDTO: z.array(z.looseObject({ SendStatus: z.number(), ErrCode: z.string().optional() })),
  }),
})
const templateSchema = z.looseObject({ TemplateStatus: z.number() })

const REFUSED = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'MOBILE_IN_BLACK',
  'isv.INVALID_MOBILE',
])
const NUMBER_THROTTLED = 'isv.BUSINESS_LIMIT_CONTROL'
const THROTTLED = new Set(['isv.DAY_LIMIT_CONTROL', 'Throttling', 'Throttling.User', 'Throttling.Api'])
const DOWN = new Set(['isp.SYSTEM_ERROR', 'InternalError', 'ServiceUnavailable'])
function kindOf(code: string): SmsFaultKind {
  if (REFUSED.has(code)) return 'refused'
  if (code === NUMBER_THROTTLED) return 'number_throttled'
  return THROTTLED.has(code) ? 'throttled' : DOWN.has(code) ? 'down' : 'rejected'
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query of a call in the order that the signature requires. */
const canonicalQuery = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')

/** The `Authorization` header over query and headers; every given header is signed. */
function authorization(
  keys: { keyId: string; keySecret: string },
  query: string,
  headers: Readonly<Record<string, string>>,
): string {
  const names = Object.keys(headers).sort()
  const request = [
    'POST',
    '/',
    query,
    ...names.map((it) => `${it}:${(headers[it] ?? '').trim()}`),
    '',
    names.join(';'),
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = createHmac('sha256', keys.keySecret)
    .update(`ACS3-HMAC-SHA256\n${hex(request)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${keys.keyId},SignedHeaders=${names.join(';')},Signature=${signature}`
}

export function aliyun(settings: AliyunSettings): SmsProvider {
  async function call<S extends z.ZodType>(
    action: string,
    params: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<z.output<S>> {
    const url = new URL(settings.url)
    const query = canonicalQuery(params)
    // The real time, even if the sandbox's clock is moved: Aliyun refuses a time that is fifteen minutes off.
    const headers = {
      host: url.host,
      'x-acs-action': action,
      'x-acs-version': VERSION,
      'x-acs-date': new Date(now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      'x-acs-signature-nonce': randomUUID(),
      'x-acs-content-sha256': hex(''),
    }
    const { host, ...sent } = headers
    const answer = await callProvider('aliyun', `${url.protocol}//${host}/?${query}`, {
      method: 'POST',
      headers: { ...sent, authorization: authorization(settings, query, headers) },
    })
    const { Code: code } = readAnswer('aliyun', answerSchema, answer)
    if (code !== 'OK') throw new SmsFault('aliyun', kindOf(code), code)
    return readAnswer('aliyun', schema, answer)
  }

  return {
    name: 'aliyun',
    usesTemplates: true,
    send: async ({ id, to, template }) => {
      if (!template) throw new SmsFault('aliyun', 'rejected', 'no-template')
      const { BizId } = await call(
        'SendSms',
        {
          PhoneNumbers: to,
          SignName: settings.sign,
          TemplateCode: template.id,
          TemplateParam: JSON.stringify(Object.fromEntries(template.values)),
          OutId: id,
        },
        sentSchema,
      )
      return { reference: BizId, segments: undefined }
    },
    receipt: async ({ to, reference, at }) => {
      const {
        SmsSendDetailDTOs: {
          SmsSendDetailDTO: [found],
        },
      } = await call(
        'QuerySendDetails',
        {
          PhoneNumber: to,
          BizId: reference,
          SendDate: dayOf(at).replaceAll('-', ''),
          PageSize: '1',
          CurrentPage: '1',
        },
        detailsSchema,
      )
      if (!found || found.SendStatus === 1) return { state: 'waiting' }
      return found.SendStatus === 3 ? { state: 'delivered' } : { state: 'failed', reason: found.ErrCode ?? 'unknown' }
    },
    check: async (templateIds) => {
      const pending: string[] = []
      for (const id of templateIds) {
        const { TemplateStatus } = await call('QuerySmsTemplate', { TemplateCode: id }, templateSchema)
        if (TemplateStatus !== 1) pending.push(id)
      }
      return pending.length > 0 ? `templates that are not approved: ${pending.join(', ')}` : undefined
    },
  }
}
