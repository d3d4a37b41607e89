import type { Page } from 'playwright-core'

/** Sums in the page's main column that break into two lines, with the text around them. */
export const brokenSums = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SUM = /(?:¥|\b[A-Z]{3}[\u00a0 ])\d[\d,.]*|\d[\d,.]*[万亿]?(?:元|(?:美|英|欧|澳|加|新西兰|港|日|韩)[元镑])/g
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
      for (const { 0: sum, index } of text.matchAll(SUM))
        if (linesOf(node, index, index + sum.length) > 1) broken.push(`${sum} in “${text.slice(0, 60)}”`)
    }
    return [...new Set(broken)]
  })

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
