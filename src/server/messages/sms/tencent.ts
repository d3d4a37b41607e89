/** Tencent Cloud (sms 2021-01-11), signed by TC3-HMAC-SHA256. */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { now } from '../../../lib/days/clock.ts'
import type { TencentSettings } from '../message-settings.ts'
import { callProvider, readAnswer } from './provider-http.ts'
import { SmsFault, type SmsFaultKind, type SmsProvider } from './sms-provider.ts'

const VERSION = '2021-01-11'
const CONTENT_TYPE = 'application/json; charset=utf-8'

const errorSchema = z.object({ Response: z.object({ Error: z.looseObject({ Code: z.string() }) }) })
const sentSchema = z.object({
  Response: z.looseObject({
    SendStatusSet: z
      .array(z.looseObject({ SerialNo: z.string(), Code: z.string(), Fee: z.number().optional() }))
      .min(1),
  }),
})
const receiptsSchema = z.object({
  Response: z.looseObject({
    PullSmsSendStatusSet: z.array(
      z.looseObject({ SerialNo: z.string(), ReportStatus: z.string(), Description: z.string().optional() }),
    ),
  }),
})
const templatesSchema = z.object({
  Response: z.looseObject({
    DescribeTemplateStatusSet: z.array(z.looseObject({ TemplateId: z.number(), StatusCode: z.number() })),
  }),
})

const REFUSED = new Set([
  'FailedOperation.PhoneNumberInBlacklist',
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberParseFail',
  'UnsupportedOperation.UnsupportedRegion',
])
function kindOf(code: string): SmsFaultKind {
  if (REFUSED.has(code)) return 'refused'
  if (code.startsWith('LimitExceeded.PhoneNumber')) return 'number_throttled'
  if (code.startsWith('LimitExceeded') || code.startsWith('RequestLimitExceeded')) return 'throttled'
  return code.startsWith('InternalError') || code.startsWith('ResourceUnavailable') ? 'down' : 'rejected'
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The `Authorization` header over a body; `seconds` is the time in `X-TC-Timestamp`. */
function authorization(
  keys: { secretId: string; secretKey: string },
  call: { host: string; action: string; body: string; seconds: number },
): string {
  const day = new Date(call.seconds * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const request = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}`,
    `host:${call.host}`,
    `x-tc-action:${call.action.toLowerCase()}`,
    '',
    signed,
    hex(call.body),
  ].join('\n')
  const scope = `${day}/sms/tc3_request`
  const key = hmac(hmac(hmac(`TC3${keys.secretKey}`, day), 'sms'), 'tc3_request')
  const signature = createHmac('sha256', key)
    .update(`TC3-HMAC-SHA256\n${call.seconds}\n${scope}\n${hex(request)}`)
    .digest('hex')
  return `TC3-HMAC-SHA256 Credential=${keys.secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}

export function tencent(settings: TencentSettings): SmsProvider {
  async function call<S extends z.ZodType>(
    action: string,
    input: Readonly<Record<string, unknown>>,
    schema: S,
  ): Promise<z.output<S>> {
    const url = new URL(settings.url)
    const body = JSON.stringify(input)
    // The real time, even if the sandbox's clock is moved: Tencent refuses a time that is five minutes off.
    const seconds = Math.floor(now() / 1000)
    const answer = await callProvider('tencent', `${url.protocol}//${url.host}/`, {
      method: 'POST',
      body,
      headers: {
        'content-type': CONTENT_TYPE,
        'x-tc-action': action,
        'x-tc-version': VERSION,
        'x-tc-region': settings.region,
        'x-tc-timestamp': String(seconds),
        authorization: authorization(settings, { host: url.host, action, body, seconds }),
      },
    })
    const failed = errorSchema.safeParse(answer.body)
    if (failed.success)
      throw new SmsFault('tencent', kindOf(failed.data.Response.Error.Code), failed.data.Response.Error.Code)
    return readAnswer('tencent', schema, answer)
  }

  return {
    name: 'tencent',
    usesTemplates: true,
    send: async ({ id, to, template }) => {
      if (!template) throw new SmsFault('tencent', 'rejected', 'no-template')
      const {
        Response: {
          SendStatusSet: [sent],
        },
      } = await call(
        'SendSms',
        {
          PhoneNumberSet: [to],
          SmsSdkAppId: settings.appId,
          SignName: settings.sign,
          TemplateId: template.id,
          TemplateParamSet: template.values.map(([, value]) => value),
          SessionContext: id,
        },
        sentSchema,
      )
      if (sent?.Code !== 'Ok') throw new SmsFault('tencent', kindOf(sent?.Code ?? ''), sent?.Code ?? '')
      return { reference: sent.SerialNo, segments: sent.Fee }
    },
    receipt: async ({ to, reference, at }) => {
      const {
        Response: { PullSmsSendStatusSet: all },
      } = await call(
        'PullSmsSendStatusByPhoneNumber',
        {
          BeginTime: Math.floor(at / 1000) - 60,
          Offset: 0,
          Limit: 100,
          PhoneNumber: to,
          SmsSdkAppId: settings.appId,
        },
        receiptsSchema,
      )
      const found = all.find((it) => it.SerialNo === reference)
      if (!found) return { state: 'waiting' }
      return found.ReportStatus === 'SUCCESS'
        ? { state: 'delivered' }
        : { state: 'failed', reason: found.Description ?? 'unknown' }
    },
    check: async (templateIds) => {
      const {
        Response: { DescribeTemplateStatusSet: found },
      } = await call(
        'DescribeSmsTemplateList',
        { International: 0, TemplateIdSet: templateIds.map(Number) },
        templatesSchema,
      )
      const approved = new Set(found.filter((it) => it.StatusCode === 0).map((it) => String(it.TemplateId)))
      const pending = templateIds.filter((id) => !approved.has(id))
      return pending.length > 0 ? `templates that are not approved: ${pending.join(', ')}` : undefined
    },
  }
}
