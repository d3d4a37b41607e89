/** Sources of a batch's payments: claims and refunds, each moved along its own state graph, in the batch's transaction. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { AccountToPay } from '../../../lib/money/account-to-pay.ts'
import type { Currency } from '../../../lib/money/money.ts'
import type { BankReason } from '../../claims/server/door.ts'

export interface Acting {
  /** `operator:<id>` */
  by: string
  why: string
}

/** A payment in a batch; identifies its row in the database. */
export interface TransferRef {
  payment: string
}

export interface DueTransfer extends TransferRef {
  purpose: string
  /** Minor units. */
  amount: number
  currency: Currency
  account: AccountToPay
  nameUnsure: boolean
}

/** Due, but no file can contain it: what it is and why. */
export interface LeftOut {
  what: string
  why: string
}

export interface TransferSource {
  /** Stored with each line. */
  kind: 'claim' | 'refund'
  /**
   * Takes what is due, the oldest ids first: from here on nothing else pays it. About `limit`, because payments that
   * belong together stay together.
   */
  collect: (deps: Deps, trx: Trx, act: Acting & { limit: number }) => Promise<{ due: DueTransfer[]; left: LeftOut[] }>
  /** The file was written for the first time: the bank counts as instructed. */
  send: (deps: Deps, trx: Trx, payments: readonly TransferRef[], act: Acting & { batch: string }) => Promise<void>
  /** The batch was cancelled: its payments are due again. */
  giveBack: (deps: Deps, trx: Trx, payments: readonly TransferRef[], act: Acting) => Promise<void>
  paid: (
    deps: Deps,
    trx: Trx,
    payment: TransferRef,
    act: Acting & { reference: string; paidAt: number },
  ) => Promise<void>
  returned: (deps: Deps, trx: Trx, payment: TransferRef, act: Acting & { reason: BankReason }) => Promise<void>
}
