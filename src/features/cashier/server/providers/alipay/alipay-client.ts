/** Calls to Alipay through its own package: requests signed with RSA2, answers trusted only with Alipay's signature. */
import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { AlipaySettings } from '../../../../../server/payment-settings.ts'
import { ProviderUnavailable } from '../provider-interface.ts'

const TIMEOUT = 10_000
const DONE = '10000'
/** The business operation was refused; all other codes are about the request or the service. */
const REFUSED = '40004'

/** Alipay refused the operation, with a code of its own (`ACQ.TRADE_NOT_EXIST`). */
export class AlipayRefusal extends Error {
  override name = 'AlipayRefusal'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface AlipayClient {
  call: <S extends z.ZodType>(
    method: string,
    content: Record<string, string>,
    reply: S,
    more?: { notifyUrl: string },
  ) => Promise<z.output<S>>
  /** Address of a page where the payer continues. */
  pageUrl: (method: string, content: Record<string, string>, more: { notifyUrl: string; returnUrl: string }) => string
  /** Whether Alipay signed these fields of a notification. */
  isSigned: (fields: Record<string, string>) => boolean
}

const head = z.object({ code: z.string(), subCode: z.string().optional() })
/** Refusals that say nothing about the operation: it may be tried again. */
const PASSING = /^(ACQ|aop)\.(ACQ\.)?SYSTEM_ERROR$|^aop\.|^isp\./i

export function alipayClient({ appId, privateKey, publicKey, gatewayUrl }: AlipaySettings): AlipayClient {
  const sdk = new AlipaySdk({
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    gateway: gatewayUrl,
    keyType: 'PKCS8',
    signType: 'RSA2',
    timeout: TIMEOUT,
    camelcase: true,
  })
  return {
    async call(method, bizContent, reply, more) {
      let said: unknown
      try {
        said = await sdk.exec(method, { ...more, bizContent }, { validateSign: true })
      } catch {
        // Its errors quote the answer, which may name people: so they are not passed on.
        throw new ProviderUnavailable('no answer, or not signed')
      }
      const { code, subCode = '' } = head.catch({ code: '' }).parse(said)
      if (code === REFUSED && !PASSING.test(subCode)) throw new AlipayRefusal(subCode)
      if (code !== DONE) throw new ProviderUnavailable(`answered ${code} ${subCode}`)
      const parsed = reply.safeParse(said)
      if (!parsed.success) throw new ProviderUnavailable('answer not understood')
      return parsed.data
    },
    pageUrl: (method, bizContent, more) => sdk.pageExecute(method, 'GET', { ...more, bizContent }),
    isSigned(fields) {
      // The package would accept the older signature as well, if the message asked for it.
      return fields.sign_type === 'RSA2' && sdk.checkNotifySignV2(fields)
    },
  }
}
