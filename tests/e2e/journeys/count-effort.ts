/**
 * The effort of a purchase: screens, inputs, clicks, taps of "Keep reading", words. Counted from the browser's own
 * events.
 */
import type { Page } from 'playwright-core'
import { lengthOf, shownText } from '../../browser/shown-text.ts'

export interface Effort {
  /** Our pages after the plan's, including the one that says "paid"; a sheet over a page does not count. */
  screens: number
  /** Fields that were filled in or chosen: a group of radios counts as one. */
  inputs: number
  /** Presses of anything except "Keep reading". */
  clicks: number
  /** Presses of "Keep reading". */
  readOn: number
  /** Text shown in the screens' main column, without folded parts: words, or Chinese characters. */
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

  /** `readOn`: the label of the button that scrolls on through a text. */
  async begin(readOn: string): Promise<void> {
    await this.page.exposeFunction('counted', (event: Event) => this.take(event))
    await this.page.addInitScript((words) => {
      const tell = (kind: string, id: string): void =>
        (window as unknown as { counted: (event: object) => void }).counted({ kind, id, path: location.pathname })
      addEventListener(
        'pointerdown',
        ({ target }) => {
          const button = target instanceof Element ? target.closest('button, a, label, input, summary') : null
          tell(button?.textContent?.trim() === words ? 'readOn' : 'press', '')
        },
        true,
      )
      addEventListener(
        'change',
        ({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
            tell('input', target.type === 'radio' ? target.name : target.id || target.name)
        },
        true,
      )
    }, readOn)
  }

  private take({ kind, id, path }: Event): void {
    // Pages of the wallet or bank are not ours.
    if (path.startsWith('/sandbox')) return
    if (kind === 'input') this.inputs.add(id)
    else if (kind === 'readOn') this.taps += 1
    else this.clicks += 1
  }

  /** Counts the current screen before it is left. */
  async look(name: string, { reads = true } = {}): Promise<void> {
    if (!this.screens.includes(name)) this.screens.push(name)
    if (!reads) return
    const length = lengthOf(await shownText(this.page), this.lang)
    this.length += length
    if (process.env['EFFORT']) console.info(`${name}: ${length}`)
  }

  result(): Effort {
    return {
      screens: this.screens.length,
      inputs: this.inputs.size,
      clicks: this.clicks,
      readOn: this.taps,
      read: this.length,
    }
  }
}
