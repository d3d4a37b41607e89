/** What a person's hands do in a browser of any engine: they press what is seen, where it is seen, and type. */
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { onOneLine } from '../../src/lib/text/on-one-line.ts'
import { loadWords } from '../../src/server/load-words.ts'
import type { Stored } from '../browser/sandbox.ts'
import type { Site } from '../browser/site.ts'
import { until, type Engine } from './engine.ts'

const words = loadWords()
/** The site's words in English, the language of all walks. */
export const say = (key: string, vars?: Record<string, unknown>): string => onOneLine(words('en', key, vars))

export const query = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`
export const there = (engine: Engine, selector: string): Promise<true> =>
  until(selector, () => engine.run<true | null>(`${query(selector)} ? true : null`))

/** Clicks as soon as the element exists. */
export async function click(engine: Engine, selector: string): Promise<void> {
  await there(engine, selector)
  await engine.run(`${query(selector)}.click()`)
}

/** Types into a field as a user does, so that the page gets the events. */
export async function type(engine: Engine, selector: string, text: string): Promise<void> {
  await there(engine, selector)
  await engine.run(
    `(${query(selector)}.focus(), document.execCommand('selectAll'), document.execCommand('insertText', false, ${JSON.stringify(text)}))`,
  )
}

/** A browser whose storage has only these values. */
export async function open(engine: Engine, site: Site, stored: Stored, path: string): Promise<void> {
  await engine.go(`${site.url}/favicon.svg`)
  await engine.run(
    `(localStorage.clear(), Object.assign(localStorage, ${JSON.stringify({ lang: 'en', ...stored })}), null)`,
  )
  await engine.go(site.url + path)
}

export const path = (engine: Engine): Promise<string> => engine.run<string>('location.pathname')
/** Waits for a path and these values of its query. */
export const on = (engine: Engine, wanted: string, values: Record<string, string> = {}): Promise<true> =>
  until(`${wanted} ${JSON.stringify(values)}`, async () => {
    const { pathname, searchParams } = new URL(await engine.run<string>('location.href'))
    return pathname === wanted && Object.entries(values).every(([name, value]) => searchParams.get(name) === value)
  })

export const isSignedOut = (engine: Engine): Promise<boolean> =>
  engine.run<boolean>(`localStorage.getItem(${JSON.stringify(KEYS.token)}) === null`)

/** An expression that finds the first visible element with these words and nothing else. */
const named = (text: string, among = 'a, button, summary, label'): string =>
  `[...document.querySelectorAll(${JSON.stringify(among)})].find((one) => one.checkVisibility() && one.textContent.replace(/[\\u2060\\s]+/g, ' ').trim() === ${JSON.stringify(text)})`

interface Point {
  x: number
  y: number
}

/** Waits until an element is at rest and nothing covers its middle, scrolled into view if need be; then where that is. */
const middle = (engine: Engine, found: string, what: string): Promise<Point> =>
  until(`${what}, uncovered`, () =>
    engine.run<Point | null>(`(async () => {
      const it = ${found}
      if (!it || it.disabled) return null
      const place = () => {
        const { x, y, width, height } = it.getBoundingClientRect()
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
      }
      const before = place()
      await new Promise((done) => setTimeout(done, ${REST_MS}))
      const { x, y } = place()
      if (x !== before.x || y !== before.y) return null
      if (it.contains(document.elementFromPoint(x, y))) {
        globalThis.unpressed = true
        it.addEventListener('click', () => delete globalThis.unpressed, { capture: true, once: true })
        return { x, y }
      }
      it.scrollIntoView({ block: 'center', behavior: 'instant' })
      return null
    })()`),
  )
const REST_MS = 100

const mouse = (actions: readonly object[]): object[] => [{ type: 'pointer', id: 'mouse', actions }]
const move = ({ x, y }: Point): object => ({ type: 'pointerMove', x, y, duration: 0 })
const DOWN = { type: 'pointerDown', button: 0 }
const UP = { type: 'pointerUp', button: 0 }

/**
 * WebKit's driver loses a press now and then, to a layout that it has not drawn yet; then it is repeated, as a person
 * would.
 */
async function pressFound(engine: Engine, found: string, what: string): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    await engine.act(mouse([move(await middle(engine, found, what)), DOWN, UP]))
    // A page that was left by the press knows nothing of it.
    if (await engine.run<boolean>('!globalThis.unpressed').catch(() => true)) return
  }
  throw new Error(`${what} took no notice of ${TRIES} presses`)
}
const TRIES = 3

/** Presses the button, link or label with these words by mouse. */
export const press = (engine: Engine, key: string, vars?: Record<string, unknown>): Promise<void> =>
  pressFound(engine, named(say(key, vars)), say(key, vars))

/** Presses what a selector finds by mouse; the label of a control that is not drawn itself. */
export const pressOn = (engine: Engine, selector: string): Promise<void> =>
  pressFound(
    engine,
    `((it) => it?.matches('.sr-only') ? (it.closest('label') ?? it) : it)(${query(selector)})`,
    selector,
  )

/** Ticks a box or chooses one of several, unless that is done. */
export async function tick(engine: Engine, selector: string): Promise<void> {
  await there(engine, selector)
  if (await engine.run<boolean>(`${query(selector)}.checked`)) return
  await pressOn(engine, selector)
  await until(`${selector} ticked`, () => engine.run<boolean>(`${query(selector)}.checked`))
}

/** Ticks each visible box of the page. */
export async function tickAll(engine: Engine): Promise<void> {
  await there(engine, 'main input[type=checkbox]')
  const ids = await engine.run<string[]>(
    `[...document.querySelectorAll('main input[type=checkbox]')].map((one) => one.id)`,
  )
  for (const id of ids) await tick(engine, `[id="${id}"]`)
}

/** Presses a field and types into it. */
export async function write(engine: Engine, selector: string, text: string): Promise<void> {
  await pressOn(engine, selector)
  await type(engine, selector, text)
  await until(`${selector} with ${text}`, () =>
    engine.run<boolean>(`${query(selector)}.value === ${JSON.stringify(text)}`),
  )
}

/** Chooses from a list or calendar, whose own window no driver sees. */
export async function choose(engine: Engine, selector: string, value: string): Promise<void> {
  await there(engine, selector)
  await engine.run(
    `((it) => { it.value = ${JSON.stringify(value)}; for (const type of ['input', 'change']) it.dispatchEvent(new Event(type, { bubbles: true })) })(${query(selector)})`,
  )
}

/** Draws one line with the mouse; a share of the element's width and height each. */
export async function draw(engine: Engine, selector: string, line: readonly Point[]): Promise<void> {
  await middle(engine, query(selector), selector)
  const box = await engine.run<{ x: number; y: number; width: number; height: number }>(
    `${query(selector)}.getBoundingClientRect().toJSON()`,
  )
  const [first, ...rest] = line.map(({ x, y }) => ({
    x: Math.round(box.x + box.width * x),
    y: Math.round(box.y + box.height * y),
  }))
  if (first) await engine.act(mouse([move(first), DOWN, ...rest.map(move), UP]))
}

/** Waits for a text of the page and returns it. */
export const seen = (engine: Engine, pattern: RegExp): Promise<string> =>
  until(String(pattern), async () => pattern.exec(await engine.run<string>(`${query('main')}.innerText`))?.[0])
