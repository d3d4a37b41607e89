/** Calls to Alipay by its own package: requests signed with RSA2, answers believed only with Alipay's signature. */
import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { AlipaySettings } from '../../../../server/payment-settings.ts'
import { ProviderUnavailable } from '../../provider.server.ts'

const TIMEOUT = 10_000
const DONE = '10000'
/** The business was refused; all other codes are about the request or the service. */
const REFUSED = '40004'

/** Alipay refused what was asked for, by a code of its own (`ACQ.TRADE_NOT_EXIST`). */
export class AlipayRefusal extends Error {
  override name = 'AlipayRefusal'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface AlipayClient {
  call: <S extends z.ZodType>(method: string, content: Record<string, string>, reply: S, more?: { notifyUrl: string }) => Promise<z.output<S>>
  /** Address of a page where the payer goes on. */
  pageUrl: (method: string, content: Record<string, string>, more: { notifyUrl: string; returnUrl: string }) => string
  /** Whether Alipay signed these fields of a notification. */
  isSigned: (fields: Record<string, string>) => boolean
}

const head = z.object({ code: z.string(), subCode: z.string().optional() })
/** Refusals that say nothing of what was asked for: it may be asked again. */
const PASSING = /^(ACQ|aop)\.(ACQ\.)?SYSTEM_ERROR$|^aop\.|^isp\./i

export function alipayClient({ appId, privateKey, publicKey, gatewayUrl }: AlipaySettings): AlipayClient {
  const sdk = new AlipaySdk({ appId, privateKey, alipayPublicKey: publicKey, gateway: gatewayUrl, keyType: 'PKCS8', signType: 'RSA2', timeout: TIMEOUT, camelcase: true })
  return {
    async call(method, bizContent, reply, more) {
      let said: unknown
      try {
        said = await sdk.exec(method, { ...more, bizContent }, { validateSign: true })
      } catch {
        // Its errors quote the answer, which may name people: none of them goes further.
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
      // The package would take the older signature as well, if the message asked for it.
      return fields.sign_type === 'RSA2' && sdk.checkNotifySignV2(fields)
    },
  }
}
