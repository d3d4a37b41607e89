/** A refund as sums: the lines of its calculation, and its distribution over the payments that it came from. Pure. */

/**
 * Reasons that refund everything for something that was not delivered: by rule, or requested by the buyer. A refused
 * request has released its money.
 */
export const RETURNED_UNDELIVERED = ['issue_failed', 'not_issued'] as const

/** One step in the calculation of a refund: a signed sum, in words `policies:refundLine.<id>`. */
export interface RefundLine {
  id: string
  /** Minor units, negative for what is kept. */
  amount: number
  /** Figures that the words quote. */
  values?: Record<string, string | number>
}

export interface RefundPart {
  id: string
  amount: number
}

/**
 * Distributes a refund over the payments that it came from, the latest first, because providers refund old ones
 * least willingly. `undefined` when less than that is left of the payments.
 */
export function splitRefund(
  payments: readonly { id: string; left: number }[],
  amount: number,
): RefundPart[] | undefined {
  let rest = amount
  const parts = payments.map(({ id, left }) => {
    const part = Math.min(rest, Math.max(0, left))
    rest -= part
    return { id, amount: part }
  })
  return rest === 0 ? parts.filter((part) => part.amount > 0) : undefined
}

/**
 * What can still be refunded of a payment, minor units. `reserved` counts every refund that was neither refused nor
 * failed.
 */
export const refundableAmount = (paid: number, reserved: number): number => Math.max(0, paid - reserved)
