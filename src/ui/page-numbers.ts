/** Page numbers to show: first, last, the current one with its neighbours; 0 stands for a gap. Seven places at most. */
export function pageList(page: number, pages: number): number[] {
  if (pages <= 7) return Array.from({ length: Math.max(0, pages) }, (_, i) => i + 1)
  const at = Math.min(pages, Math.max(1, page))
  const from = Math.min(Math.max(2, at - 1), pages - 4)
  const to = Math.max(Math.min(pages - 1, at + 1), 5)
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return [1, ...(from > 2 ? [0] : []), ...middle, ...(to < pages - 1 ? [0] : []), pages]
}
