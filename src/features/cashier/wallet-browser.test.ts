import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { offeredMethods } from './wallet-browser.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const WECHAT = `${PHONE} MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN`
const ALIPAY = `${PHONE} AliApp(AP/10.6.0) AlipayClient/10.6.0`
const UNIONPAY = `${PHONE} com.unionpay.mobilepay UnionPay/1.0`

describe('ways to pay that are offered', () => {
  test.each([
    ['a phone', PHONE, ['wechat', 'alipay', 'unionpay'], [], undefined],
    ['WeChat', WECHAT, ['wechat', 'unionpay'], ['alipay'], 'wechat'],
    ['Alipay', ALIPAY, ['alipay', 'unionpay'], ['wechat'], 'alipay'],
    ['the UnionPay app', UNIONPAY, ['unionpay'], ['wechat', 'alipay'], 'unionpay'],
  ] as const)('in %s', (_, agent, here, elsewhere, wallet) => {
    expect(offeredMethods(PAYMENT_METHODS, agent, null)).toEqual({ here, elsewhere, wallet })
  })

  test('the last choice comes first, where it works', () => {
    expect(offeredMethods(PAYMENT_METHODS, PHONE, 'unionpay').here).toEqual(['unionpay', 'wechat', 'alipay'])
    expect(offeredMethods(PAYMENT_METHODS, WECHAT, 'alipay').here).toEqual(['wechat', 'unionpay'])
  })

  it('loses none and shows none twice', () => {
    fc.assert(fc.property(fc.subarray([...PAYMENT_METHODS]), fc.constantFrom(PHONE, WECHAT, ALIPAY, UNIONPAY), fc.constantFrom(null, ...PAYMENT_METHODS), (methods, agent, last) => {
      const { here, elsewhere } = offeredMethods(methods, agent, last)
      expect([...here, ...elsewhere].sort()).toEqual([...methods].sort())
    }))
  })
})
