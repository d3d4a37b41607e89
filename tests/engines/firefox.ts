/** Firefox by WebDriver BiDi, which it supports natively: JSON over a WebSocket. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, start, until, type Engine } from './engine.ts'
import { read } from './webkit.ts'

interface Message {
  id?: number
  type?: string
  result?: Record<string, unknown>
  error?: string
  message?: string
}

const ANSWER_MS = 10_000

/** One command after the other; an answer is matched by its number. */
function commands(socket: WebSocket) {
  let last = 0
  const waiting = new Map<number, { done: (result: Record<string, unknown>) => void; failed: (error: Error) => void }>()
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, type, result = {}, error, message } = JSON.parse(String(data)) as Message
    const asker = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') asker?.failed(new Error(`${error}: ${message}`))
    else asker?.done(result)
  })
  return (method: string, params: object): Promise<Record<string, unknown>> =>
    new Promise((done, failed) => {
      const id = (last += 1)
      waiting.set(id, { done, failed })
      // A page that is left in the middle of a command leaves it without an answer now and then.
      setTimeout(() => waiting.delete(id) && failed(new Error(`${method} was not answered`)), ANSWER_MS).unref()
      socket.send(JSON.stringify({ id, method, params }))
    })
}

const connect = (port: number): Promise<WebSocket> =>
  new Promise((done, failed) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`)
    socket.addEventListener('open', () => done(socket))
    socket.addEventListener('error', () => failed(new Error('Firefox does not listen yet')))
  })

/** Starts Firefox without a window. `port` is where it listens. */
export async function firefox(port: number): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const child = start(
    'firefox-esr',
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      `--remote-debugging-port=${port}`,
      '--width=1280',
      '--height=900',
    ],
    { HOME: profile },
  )
  const close = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done))
    end(child)
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const send = commands(await until('Firefox', () => connect(port)))
    const { capabilities } = (await send('session.new', { capabilities: {} })) as {
      capabilities: { browserVersion: string }
    }
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const context = contexts[0]?.context ?? ''
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      run: async <T>(expression: string) => {
        const wrapped = `Promise.resolve().then(async () => (${expression})).then((value) => JSON.stringify({ value }), (error) => JSON.stringify({ error: String(error) }))`
        const { result } = (await send('script.evaluate', {
          expression: wrapped,
          target: { context },
          awaitPromise: true,
        })) as { result: { value: string } }
        return read(result.value) as T
      },
      act: async (actions) => void (await send('input.performActions', { context, actions })),
      choose: async (selector, files) => {
        const { nodes } = (await send('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: selector },
        })) as { nodes: { sharedId: string }[] }
        await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files })
      },
      picture: async () =>
        Buffer.from(String((await send('browsingContext.captureScreenshot', { context }))['data']), 'base64'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
