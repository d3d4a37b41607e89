import type { Page } from 'playwright-core'

/** Sums of money, in text. */
export const SUMS =
  /(?:¥|\b[A-Z]{3}[\u00a0 ])\d[\d,.]*|\d[\d,.]*[万亿]?(?:元|(?:美|英|欧|澳|加|新西兰|港|日|韩)[元镑])/g.source
/** Numbers of policies, orders and claims, and counts with their units. */
const NUMBERS =
  /\bYF[A-Z\d]*(?:-[A-Z\d]+)+|\d(?:天|小时|分钟|个月|个工作日)|\d[\u00a0 ](?:day|hour|minute|month|year)s?\b/g.source

/** What breaks into two lines in the page's main column and should not, with the text around it. */
export const brokenSums = (page: Page, whole = `${SUMS}|${NUMBERS}`): Promise<string[]> =>
  page.evaluate((source) => {
    const SUM = new RegExp(source, 'g')
    const linesOf = (node: Node, from: number, to: number): number => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 4)),
      ).size
    }
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent ?? ''
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      // A formula has to break between its figures.
      if (/[×÷]/.test(node.parentElement.textContent)) continue
      for (const { 0: sum, index } of text.matchAll(SUM))
        if (linesOf(node, index, index + sum.length) > 1) broken.push(`${sum} in “${text.slice(0, 60)}”`)
    }
    return [...new Set(broken)]
  }, whole)

/** Chinese words in labels and sentences with a sum that break into two lines (退 / 还) in a box, with the text around. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = new Intl.Segmenter('zh', { granularity: 'word' })
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent ?? ''
      const around = node.parentElement
      if (!around?.closest('.panel')?.checkVisibility()) continue
      if (!around.closest('dt') && !/\d元/.test(around.textContent)) continue
      for (const { segment, index } of words.segment(text)) {
        if (!/^\p{Script=Han}{2}$/u.test(segment)) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + segment.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => bottom >> 2)
        if (new Set(lines).size > 1) broken.push(`${segment} in “${text.slice(0, 60)}”`)
      }
    }
    return [...new Set(broken)]
  })

/**
 * Words and figures that break although half of the window would hold them, and Chinese texts in a column of one or two
 * characters: something stands beside them that has to stand below.
 */
export const squeezedWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    const linesOf = (node: Node, from: number, to: number) => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      return {
        lines: new Set(rects.map(({ bottom }) => Math.round(bottom / 4))).size,
        width: rects.reduce((sum, { width }) => sum + width, 0),
      }
    }
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent ?? ''
      const around = node.parentElement
      if (!around?.checkVisibility({ visibilityProperty: true }) || around.closest('.sr-only, svg, td, th')) continue
      if (getComputedStyle(around).wordBreak === 'break-all') continue
      for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}\d,.@\u00a0]{3,}/gu)) {
        // Addresses break where the line ends.
        if (word.includes('@')) continue
        const { lines, width } = linesOf(node, index, index + word.length)
        if (lines > 1 && width < innerWidth / 2) found.push(`${word} in “${text.slice(0, 60)}”`)
      }
      const written = text.trim()
      if (/\p{Script=Han}/u.test(written) && linesOf(node, 0, text.length).lines > Math.max(2, written.length / 2))
        found.push(`one letter in a line: ${written.slice(0, 60)}`)
    }
    return [...new Set(found)]
  })
