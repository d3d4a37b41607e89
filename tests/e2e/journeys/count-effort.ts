/** What a purchase takes: screens, inputs, clicks, taps of "Read on", words. Counted from the browser's own events. */
import type { Page } from 'playwright-core'
import { lengthOf, shownText } from '../../browser/shown-text.ts'

export interface Effort {
  /** Own pages after the plan's, the one that says "paid" included; a sheet over a page is not one. */
  screens: number
  /** Fields that were filled in or chosen: a group of radios is one. */
  inputs: number
  /** Presses of anything, taps of "Read on" apart. */
  clicks: number
  /** Presses of "Read on". */
  readOn: number
  /** What stood before the person in the screens' own column, folded parts not: words, in Chinese characters. */
  read: number
}

type Event = { kind: 'input' | 'press' | 'readOn'; id: string; path: string }

export class Counter {
  private readonly inputs = new Set<string>()
  private clicks = 0
  private taps = 0
  private readonly screens: string[] = []
  private length = 0
  private readonly page: Page
  private readonly lang: 'en' | 'cn'

  constructor(page: Page, lang: 'en' | 'cn') {
    this.page = page
    this.lang = lang
  }

  /** `readOn`: the words of the button that leads on through a text. */
  async begin(readOn: string): Promise<void> {
    await this.page.exposeFunction('counted', (event: Event) => this.take(event))
    await this.page.addInitScript((words) => {
      const tell = (kind: string, id: string): void => void (window as unknown as { counted: (event: object) => void }).counted({ kind, id, path: location.pathname })
      addEventListener('pointerdown', ({ target }) => {
        const button = target instanceof Element ? target.closest('button, a, label, input, summary') : null
        tell(button?.textContent?.trim() === words ? 'readOn' : 'press', '')
      }, true)
      addEventListener('change', ({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) tell('input', target.type === 'radio' ? target.name : target.id || target.name)
      }, true)
    }, readOn)
  }

  private take({ kind, id, path }: Event): void {
    // What the wallet or bank asks is not ours.
    if (path.startsWith('/sandbox')) return
    if (kind === 'input') this.inputs.add(id)
    else if (kind === 'readOn') this.taps += 1
    else this.clicks += 1
  }

  /** The screen that stands there now, before it is left. */
  async look(name: string, { reads = true } = {}): Promise<void> {
    if (!this.screens.includes(name)) this.screens.push(name)
    if (!reads) return
    const length = lengthOf(await shownText(this.page), this.lang)
    this.length += length
    if (process.env['EFFORT']) console.info(`${name}: ${length}`)
  }

  result(): Effort {
    return { screens: this.screens.length, inputs: this.inputs.size, clicks: this.clicks, readOn: this.taps, read: this.length }
  }
}
