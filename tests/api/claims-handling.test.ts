import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getClaim, listClaims, watchClaim } from '../../src/features/claims/contract.ts'
import { OWNER, placeClaim, type Placed } from './claims-case.ts'
import { startServer, type Client, type TestServer } from './helpers.ts'
import { ok, refusal } from './orders-kit.ts'
import { signedIn } from './people-kit.ts'

let server: TestServer
let me: Client
let claim: Placed
beforeEach(async () => {
  server = await startServer()
  claim = await placeClaim(server.deps)
  me = await signedIn(server, OWNER)
})
afterEach(() => server.close())

describe('following', () => {
  it('shows the owner a claim in the list and by itself, and nobody else', async () => {
    const { claims } = ok(await me.request(listClaims, {}))
    expect(claims).toMatchObject([{
      id: claim.id, caseNumber: claim.caseNumber, status: 'submitted', title: 'Sore throat and fever since the night', insured: '林晓', needs: 0, needsBy: null,
      claimed: [{ amount: 27_540, currency: 'GBP' }], clock: { kind: 'decision', state: 'running', day: 1, of: 5, dueOn: '2026-03-05' }, insurer: 'pingan',
    }])
    const view = ok(await me.request(getClaim, { id: claim.id }))
    expect(view.steps.map((it) => `${it.id} ${it.state}`)).toEqual(['sent done', 'registered now', 'checking next', 'decision next', 'payment next'])
    expect(view.turn).toBe('us')
    expect(view.activity.map((it) => `${it.by} ${it.kind}`)).toEqual(['you submitted', 'you started'])
    expect(view.may).toEqual({ withdraw: true, appeal: false, supplement: false, correctAccount: false })
    expect(ok(await me.request(watchClaim, { id: claim.id }))).toEqual({ version: view.version, documents: 3 })
    const other = await signedIn(server, 'other@example.com')
    expect(ok(await other.request(listClaims, {})).claims).toEqual([])
    expect(refusal(await other.request(getClaim, { id: claim.id }))).toBe('not_found')
    expect(refusal(await other.request(watchClaim, { id: claim.id }))).toBe('not_found')
  })
})
