import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { GATEWAY_METHODS } from './payment-methods.ts'
import { allowsMethod, offeredMethods, walletBrowserOf } from './methods-by-browser.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const WECHAT = `${PHONE} MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN`
const ALIPAY = `${PHONE} AliApp(AP/10.6.0) AlipayClient/10.6.0`
const UNIONPAY = `${PHONE} com.unionpay.mobilepay UnionPay/1.0`

/** All methods, as a server would offer them to a browser. */
const offersFor = (agent: string) =>
  GATEWAY_METHODS.map((id) => ({ id, here: allowsMethod(walletBrowserOf(agent), id), down: false }))

describe('ways to pay that are offered', () => {
  test.each([
    ['a phone', PHONE, ['wechat', 'alipay', 'card', 'unionpay'], [], undefined],
    ['WeChat', WECHAT, ['wechat', 'card', 'unionpay'], ['alipay'], 'wechat'],
    ['Alipay', ALIPAY, ['alipay', 'card', 'unionpay'], ['wechat'], 'alipay'],
    ['the UnionPay app', UNIONPAY, ['card', 'unionpay'], ['wechat', 'alipay'], 'unionpay'],
  ] as const)('in %s', (_, agent, here, elsewhere, wallet) => {
    expect(offeredMethods(offersFor(agent), agent, null)).toEqual({ here, elsewhere, wallet, down: [] })
  })

  test('the last choice comes first, where it works', () => {
    expect(offeredMethods(offersFor(PHONE), PHONE, 'unionpay').here).toEqual(['unionpay', 'wechat', 'alipay', 'card'])
    expect(offeredMethods(offersFor(WECHAT), WECHAT, 'alipay').here).toEqual(['wechat', 'card', 'unionpay'])
  })

  test('methods whose provider does not answer come last, even the one chosen last time', () => {
    const offers = offersFor(PHONE).map((it) => ({ ...it, down: it.id === 'wechat' }))
    expect(offeredMethods(offers, PHONE, 'wechat')).toMatchObject({
      here: ['alipay', 'card', 'unionpay', 'wechat'],
      down: ['wechat'],
    })
  })

  it('every method is listed exactly once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PHONE, WECHAT, ALIPAY, UNIONPAY),
        fc.constantFrom(null, ...GATEWAY_METHODS),
        fc.subarray([...GATEWAY_METHODS]),
        (agent, last, down) => {
          const { here, elsewhere } = offeredMethods(
            offersFor(agent).map((it) => ({ ...it, down: down.includes(it.id) })),
            agent,
            last,
          )
          expect([...here, ...elsewhere].sort()).toEqual([...GATEWAY_METHODS].sort())
        },
      ),
    )
  })
})
