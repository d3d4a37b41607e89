/**
 * Aliyun's Dysmsapi by its documentation; the signature (ACS3-HMAC-SHA256) is implemented here a second time,
 * independent of our own.
 */
import { createHash, createHmac } from 'node:crypto'
import {
  commonFault,
  fakeProvider,
  type FakeAnswer,
  type FakeProvider,
  type FakeRequest,
  type Fault,
} from './fake-server.ts'

const LIMITS = new Map<Fault | undefined, string>([
  ['number_throttled', 'isv.BUSINESS_LIMIT_CONTROL'],
  ['throttled', 'isv.DAY_LIMIT_CONTROL'],
])

export const ALIYUN = { keyId: 'LTAI-of-test', keySecret: 'aliyun-secret-of-test', sign: '有方' }

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const refusal = (Code: string, status = 200): FakeAnswer => ({
  status,
  body: { Code, Message: `a text that quotes 13912345678`, RequestId: 'R-1' },
})

function signatureProblem({ method, path, rawQuery, headers, body }: FakeRequest): string | undefined {
  const [, credential, names = '', signature] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (credential !== ALIYUN.keyId) return 'InvalidAccessKeyId.NotFound'
  for (const needed of [
    'host',
    'x-acs-action',
    'x-acs-version',
    'x-acs-date',
    'x-acs-content-sha256',
    'x-acs-signature-nonce',
  ])
    if (!names.split(';').includes(needed)) return 'IncompleteSignature'
  if (headers['x-acs-content-sha256'] !== sha(body) || headers['x-acs-version'] !== '2017-05-25')
    return 'SignatureDoesNotMatch'
  if (Math.abs(Date.now() - Date.parse(String(headers['x-acs-date']))) > 15 * 60_000) return 'InvalidTimeStamp.Expired'
  const inOrder = rawQuery.split('&').sort().join('&')
  const canonical = `${method}\n${path}\n${inOrder}\n${names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')}\n${names}\n${sha(body)}`
  return createHmac('sha256', ALIYUN.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha(canonical)}`)
    .digest('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

export const aliyunFake = (): Promise<FakeProvider> =>
  fakeProvider((request, fake) => {
    const action = String(request.headers['x-acs-action'])
    fake.calls.push(action)
    const problem = signatureProblem(request)
    if (problem) return refusal(problem, 400)
    const ask = (name: string): string => request.query.get(name) ?? ''
    if (action === 'SendSms') {
      const fault = fake.faults.shift()
      const common = commonFault(fault)
      if (common && common !== 'hang up') return common
      if (fault === 'refused') return refusal('isv.MOBILE_NUMBER_ILLEGAL')
      const limit = LIMITS.get(fault)
      if (limit !== undefined) return refusal(limit)
      if (fault === 'rejected') return refusal('isv.AMOUNT_NOT_ENOUGH')
      if (ask('SignName') !== ALIYUN.sign) return refusal('isv.SMS_SIGNATURE_ILLEGAL')
      if (!/^SMS_\d+$/.test(ask('TemplateCode'))) return refusal('isv.SMS_TEMPLATE_ILLEGAL')
      if (!/^\+86\d{11}$/.test(ask('PhoneNumbers'))) return refusal('isv.MOBILE_NUMBER_ILLEGAL')
      const reference = `${900619746936498000 + fake.sent.length}^0`
      fake.sent.push({
        to: ask('PhoneNumbers'),
        text: `${ask('TemplateCode')} ${ask('TemplateParam')}`,
        reference,
        id: ask('OutId'),
      })
      return common ?? { status: 200, body: { Code: 'OK', Message: 'OK', BizId: reference, RequestId: 'R-2' } }
    }
    if (action === 'QuerySendDetails') {
      if (!/^\d{8}$/.test(ask('SendDate'))) return refusal('isv.INVALID_PARAMETERS')
      const state = fake.receipts[ask('BizId')]
      const found = {
        PhoneNum: ask('PhoneNumber'),
        SendStatus: state === 'delivered' ? 3 : state === 'failed' ? 2 : 1,
        ...(state ? { ErrCode: state === 'delivered' ? 'DELIVERED' : 'MOBILE_NOT_ON_SERVICE' } : {}),
      }
      return {
        status: 200,
        body: {
          Code: 'OK',
          Message: 'OK',
          TotalCount: '1',
          RequestId: 'R-3',
          SmsSendDetailDTOs: { SmsSendDetailDTO: [found] },
        },
      }
    }
    if (action === 'QuerySmsTemplate')
      return {
        status: 200,
        body: {
          Code: 'OK',
          TemplateCode: ask('TemplateCode'),
          TemplateStatus: fake.pending.has(ask('TemplateCode')) ? 0 : 1,
        },
      }
    return refusal('InvalidAction.NotFound', 404)
  })
