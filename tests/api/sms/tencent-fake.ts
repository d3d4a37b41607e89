/**
 * Tencent Cloud's sms 2021-01-11 by its documentation; TC3-HMAC-SHA256 is implemented here a second time, independent
 * of our own.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  commonFault,
  fakeProvider,
  type FakeAnswer,
  type FakeProvider,
  type FakeRequest,
  type Fault,
} from './fake-server.ts'

const LIMITS = new Map<Fault | undefined, string>([
  ['number_throttled', 'LimitExceeded.PhoneNumberOneHourLimit'],
  ['throttled', 'LimitExceeded.AppDailyLimit'],
])

export const TENCENT = {
  secretId: 'AKID-of-test',
  secretKey: 'tencent-secret-of-test',
  appId: '1400006666',
  sign: '有方',
}

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const sign = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
const ok = (Response: object): FakeAnswer => ({ status: 200, body: { Response: { ...Response, RequestId: 'r-1' } } })
const error = (Code: string): FakeAnswer => ok({ Error: { Code, Message: 'a text that quotes +8613912345678' } })

function signatureProblem({ headers, body }: FakeRequest): string | undefined {
  const seconds = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - seconds) < 300)) return 'AuthFailure.SignatureExpire'
  const day = new Date(seconds * 1000).toISOString().slice(0, 10)
  const [, id, on, names = '', given] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== TENCENT.secretId) return 'AuthFailure.SecretIdNotFound'
  if (on !== day || !names.split(';').includes('host') || !names.split(';').includes('content-type'))
    return 'AuthFailure.SignatureFailure'
  const canonical = `POST\n/\n\n${names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).toLowerCase()}\n`)
    .join('')}\n${names}\n${sha(body)}`
  const text = `TC3-HMAC-SHA256\n${seconds}\n${day}/sms/tc3_request\n${sha(canonical)}`
  const key = sign(sign(sign(`TC3${TENCENT.secretKey}`, day), 'sms'), 'tc3_request')
  return sign(key, text).toString('hex') === given ? undefined : 'AuthFailure.SignatureFailure'
}

const sendSchema = z.object({
  PhoneNumberSet: z.array(z.string()).length(1),
  SmsSdkAppId: z.string(),
  SignName: z.string(),
  TemplateId: z.string().regex(/^\d+$/),
  TemplateParamSet: z.array(z.string()),
  SessionContext: z.string(),
})
const pullSchema = z.object({
  BeginTime: z.number().int(),
  Offset: z.number().int(),
  Limit: z.number().int().max(100),
  PhoneNumber: z.string(),
  SmsSdkAppId: z.literal(TENCENT.appId),
})
const listSchema = z.object({ International: z.literal(0), TemplateIdSet: z.array(z.number().int()) })

export const tencentFake = (): Promise<FakeProvider> =>
  fakeProvider((request, fake) => {
    const action = String(request.headers['x-tc-action'])
    fake.calls.push(action)
    const problem =
      request.headers['x-tc-version'] === '2021-01-11' && request.headers['x-tc-region']
        ? signatureProblem(request)
        : 'InvalidParameter'
    if (problem) return error(problem)
    const body: unknown = JSON.parse(request.body)
    if (action === 'SendSms') {
      const fault = fake.faults.shift()
      const common = commonFault(fault)
      if (common && common !== 'hang up') return common
      if (fault === 'rejected') return error('FailedOperation.InsufficientBalanceInSmsPackage')
      const asked = sendSchema.parse(body)
      const [to = ''] = asked.PhoneNumberSet
      if (asked.SmsSdkAppId !== TENCENT.appId || asked.SignName !== TENCENT.sign)
        return error('FailedOperation.SignatureIncorrectOrUnapproved')
      const set = (Code: string, SerialNo = ''): FakeAnswer =>
        ok({
          SendStatusSet: [
            {
              SerialNo,
              PhoneNumber: to,
              Fee: SerialNo ? 1 : 0,
              SessionContext: asked.SessionContext,
              Code,
              Message: 'said',
              IsoCode: 'CN',
            },
          ],
        })
      if (fault === 'refused' || !/^\+86\d{11}$/.test(to)) return set('InvalidParameterValue.IncorrectPhoneNumber')
      const limit = LIMITS.get(fault)
      if (limit !== undefined) return set(limit)
      const reference = `5000:${1045710669157053657849n + BigInt(fake.sent.length)}-${fake.sent.length}`
      fake.sent.push({
        to,
        text: `${asked.TemplateId} ${JSON.stringify(asked.TemplateParamSet)}`,
        reference,
        id: asked.SessionContext,
      })
      return common ?? set('Ok', reference)
    }
    if (action === 'PullSmsSendStatusByPhoneNumber') {
      const { PhoneNumber } = pullSchema.parse(body)
      const known = fake.sent.filter((it) => it.to === PhoneNumber && fake.receipts[it.reference])
      return ok({
        PullSmsSendStatusSet: known.map(({ reference }) => ({
          SerialNo: reference,
          PhoneNumber,
          CountryCode: '86',
          SubscriberNumber: PhoneNumber.slice(3),
          UserReceiveTime: 1622513520,
          ReportStatus: fake.receipts[reference] === 'delivered' ? 'SUCCESS' : 'FAIL',
          Description: fake.receipts[reference] === 'delivered' ? 'DELIVRD' : 'UNDELIV',
        })),
      })
    }
    if (action === 'DescribeSmsTemplateList') {
      return ok({
        DescribeTemplateStatusSet: listSchema.parse(body).TemplateIdSet.map((TemplateId) => ({
          TemplateId,
          StatusCode: fake.pending.has(String(TemplateId)) ? 1 : 0,
          TemplateName: 'n',
          TemplateContent: 'c',
        })),
      })
    }
    return error('InvalidAction')
  })
