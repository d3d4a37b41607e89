/** What each of several payees gets. Pure: minor units, and the shares always add up to the whole. */

/** Shares of a sum by parts; remaining cents go to the first ones. */
export function sharesOf(total: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, it) => sum + it, 0)
  const shares = parts.map((it) => Number((BigInt(total) * BigInt(it)) / BigInt(whole)))
  let left = total - shares.reduce((sum, it) => sum + it, 0)
  return shares.map((it) => it + (left-- > 0 ? 1 : 0))
}

/**
 * What is due to each now: their share of everything, minus what they received. Whoever received a cent too many by
 * earlier rounding gets nothing, and those with the largest amounts make up for it.
 */
export function dueShares(total: number, payees: readonly { parts: number; had: number }[]): number[] {
  const due = sharesOf(
    total,
    payees.map((it) => it.parts),
  ).map((share, i) => share - (payees[i]?.had ?? 0))
  let over = due.reduce((sum, it) => sum + Math.max(0, -it), 0)
  const out = due.map((it) => Math.max(0, it))
  for (const i of out.map((_, at) => at).sort((a, b) => (out[b] ?? 0) - (out[a] ?? 0))) {
    const less = Math.min(over, out[i] ?? 0)
    out[i] = (out[i] ?? 0) - less
    over -= less
  }
  return out
}
