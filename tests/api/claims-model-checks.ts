/** What holds of a claim after any sequence of actions. */
import { expect } from 'vitest'
import type { Case } from '../../src/features/claims/server/case/load-case.ts'
import { sheetOf } from '../../src/features/claims/server/case/decision-columns.ts'
import {
  appealMachine,
  claimMachine,
  itemMachine,
  paymentMachine,
  requestMachine,
} from '../../src/features/claims/server/claim-states.ts'
import { addsUp } from '../../src/features/claims/rules/settlement/calculate-settlement.ts'
import type { ClaimStatus } from '../../src/features/claims/rules/status-values.ts'
import type { Deps } from '../../src/server/dependencies.ts'

export function checkEvents({ claim, events }: Case): void {
  let status: ClaimStatus = 'draft'
  for (const it of events) {
    if (it.from_status === null) continue
    expect(it.from_status).toBe(status)
    expect(claimMachine.graph[status]).toContain(it.to_status)
    status = it.to_status as ClaimStatus
  }
  expect(status).toBe(claim.status)
}

export function checkSums({ claim, decisions, payments }: Case): void {
  const sheets = decisions.map(sheetOf)
  const sum = (rows: typeof payments): number => rows.reduce((all, it) => all + it.amount_minor, 0)
  const early = payments.filter((it) => it.decision_id === null)
  // Never paid twice: at most one payment on account is valid.
  expect(early.filter((it) => it.status !== 'failed').length).toBeLessThanOrEqual(1)
  const [first] = sheets
  const deducted = first?.steps.find((it) => it.kind === 'already_paid')?.amount ?? 0
  for (const [i, sheet] of sheets.entries()) {
    expect(addsUp(sheet)).toBe(true)
    const before = sheets.slice(0, i).reduce((all, it) => all + it.payable, deducted)
    expect(sheet.steps.find((it) => it.kind === 'already_paid')?.amount ?? 0).toBeLessThanOrEqual(before)
  }
  // Payment on account and the decision's payment make up the payable sum, in any order of actions.
  if (first) expect(deducted === 0 || early.some((it) => it.amount_minor === deducted)).toBe(true)
  if (first && deducted === 0) expect(early.filter((it) => it.status !== 'failed')).toEqual([])
  if (first && deducted > 0 && claim.on_account !== 'failed')
    expect(sum(early.filter((it) => it.status !== 'failed'))).toBe(deducted)
  const owed = sheets.reduce((all, it) => all + it.paidToYou, 0)
  const paid = sum(payments.filter((it) => it.status === 'paid' && it.decision_id !== null))
  expect(paid).toBeLessThanOrEqual(owed)
  if (claim.status === 'paid') expect(paid).toBe(owed)
  expect(payments.filter((it) => it.status === 'paying' && it.decision_id !== null).length).toBe(
    claim.status === 'paying' ? 1 : 0,
  )
}

export function checkRequests({ claim, documents, requests, items }: Case): void {
  const open = requests.filter((it) => it.status === 'open')
  expect(open.length).toBe(claim.status === 'supplement_required' ? 1 : 0)
  for (const item of items.filter((it) => it.request_id === open[0]?.id)) {
    expect(documents.find((it) => it.id === item.replaces)?.status).not.toBe('accepted')
  }
}

/** Everything with a status got there by events, one step of its graph at a time. */
export async function checkHistories({ db }: Deps, { requests, items, appeals, payments }: Case): Promise<void> {
  const histories = [
    [requestMachine, requests],
    [itemMachine, items],
    [appealMachine, appeals],
    [paymentMachine, payments],
  ] as const
  for (const [{ entity, graph }, rows] of histories) {
    for (const { id, status, version } of rows) {
      const events = await db
        .selectFrom('events')
        .select(['from_status', 'to_status'])
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .orderBy('at')
        .orderBy('id')
        .execute()
      expect(events[0]?.from_status).toBe(null)
      for (const [i, it] of events.slice(1).entries()) {
        expect(it.from_status).toBe(events[i]?.to_status)
        expect((graph as Record<string, readonly string[]>)[it.from_status ?? '']).toContain(it.to_status)
      }
      expect(events.at(-1)?.to_status).toBe(status)
      expect(events.length).toBe(version)
    }
  }
}
