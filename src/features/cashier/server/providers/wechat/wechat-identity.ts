/**
 * Identifies the payer inside WeChat: its page redirects the browser back with a code, which is exchanged for the
 * user's openid at our official account.
 */
import { z } from 'zod'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import { ProviderUnavailable, type PayerIdentity } from '../provider-interface.ts'
import { fetchBounded } from './wechat-client.ts'

/** Codes that were invented, used, too old or left out: anybody can send one. */
const REFUSED_CODES = [40029, 40163, 41008, 42003] as const

const reply = z.union([
  z.object({ openid: z.string().min(1).max(128) }),
  z.object({ errcode: z.literal(REFUSED_CODES), openid: z.undefined().optional() }),
])

export const wechatIdentity = ({ appId, loginUrl, openidUrl }: WechatSettings, appSecret: string): PayerIdentity => ({
  neededFor: ({ browser }) => browser === 'wechat',
  // `snsapi_base` asks only for the openid, and shows the user nothing.
  pageUrl: (backUrl, state) =>
    `${loginUrl}/connect/oauth2/authorize?${new URLSearchParams({ appid: appId, redirect_uri: backUrl, response_type: 'code', scope: 'snsapi_base', state })}#wechat_redirect`,
  async openidOf(code) {
    const { bytes } = await fetchBounded(
      `${openidUrl}/sns/oauth2/access_token?${new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' })}`,
      { headers: { accept: 'application/json' } },
    )
    const said = reply.safeParse(jsonOf(bytes))
    if (!said.success) throw new ProviderUnavailable('no openid for the code')
    return said.data.openid
  },
})

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
