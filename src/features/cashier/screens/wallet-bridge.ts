/**
 * Confirms a payment in WeChat's own browser, which opens over the page. Its result is never trusted; the server is
 * asked instead.
 */

export type WalletAnswer = 'ok' | 'cancelled' | 'failed' | 'missing'

interface Bridge {
  invoke: (
    name: 'getBrandWCPayRequest',
    parameters: Readonly<Record<string, string>>,
    done: (answer: { err_msg: string }) => void,
  ) => void
}

declare global {
  interface Window {
    WeixinJSBridge?: Bridge
  }
}

/** How long to wait for WeChat's bridge, which appears in a page some time after loading, ms. */
const BRIDGE_WAIT = 5_000

async function bridgeOf(): Promise<Bridge | undefined> {
  if (window.WeixinJSBridge) return window.WeixinJSBridge
  await new Promise<void>((done) => {
    document.addEventListener('WeixinJSBridgeReady', () => done(), { once: true })
    setTimeout(done, BRIDGE_WAIT)
  })
  return window.WeixinJSBridge
}

export async function confirmInWallet(parameters: Readonly<Record<string, string>>): Promise<WalletAnswer> {
  const bridge = await bridgeOf()
  if (!bridge) return 'missing'
  return new Promise((done) =>
    bridge.invoke('getBrandWCPayRequest', parameters, ({ err_msg: said }) =>
      done(said.endsWith(':ok') ? 'ok' : said.endsWith(':cancel') ? 'cancelled' : 'failed'),
    ),
  )
}
