/** WebKitGTK by W3C WebDriver, a few HTTP calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, start, startScreen, until, type Engine } from './engine.ts'

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const SCRIPT_MS = 10_000
const ANSWER_MS = 15_000

/** Starts WebKitGTK on its own virtual screen. `port` is the driver's. */
export async function webkit(port: number): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  const { display, screen } = await startScreen()
  // Without hardware there is no compositing; WebKit's other settings make screenshots hang.
  const driver = start('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    throw new Error((value as { message?: string }).message ?? `${path} answered ${response.status}`)
  }
  const close = async (session?: string): Promise<void> => {
    if (session) await ask('DELETE', session).catch(() => undefined)
    end(driver)
    end(screen)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await until('the driver of WebKit', () => ask('GET', '/status'))
    const options = { binary: MINI_BROWSER, args: ['--automation', '--geometry=1280x900'] }
    const capabilities = {
      alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options, timeouts: { script: SCRIPT_MS } },
    }
    const made = (await ask('POST', '/session', { capabilities })) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    const session = `/session/${made.sessionId}`
    return {
      name: `WebKitGTK ${made.capabilities.browserVersion}`,
      go: async (url) => void (await ask('POST', `${session}/url`, { url })),
      run: async <T>(expression: string) => {
        const script = `const done = arguments[0]; Promise.resolve().then(async () => (${expression})).then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })))`
        return read((await ask('POST', `${session}/execute/async`, { script, args: [] })) as string) as T
      },
      act: async (actions) => void (await ask('POST', `${session}/actions`, { actions })),
      choose: async (selector, files) => {
        const found = await ask('POST', `${session}/element`, { using: 'css selector', value: selector })
        const [element] = Object.values(found as Record<string, string>)
        await ask('POST', `${session}/element/${element}/value`, { text: files.join('\n') })
      },
      picture: async () => Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64'),
      close: () => close(session),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A script's result as text. */
export function read(text: string): unknown {
  const { value, error } = JSON.parse(text) as { value: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return value
}
