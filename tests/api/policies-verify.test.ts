/** The check of a document by its code, which anyone may make. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, Output } from '../../src/lib/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { issueHandler } from '../../src/features/policies/server/issue-policy.ts'
import { VERIFY_PER_MINUTE } from '../../src/features/policies/server/documents/verify-document.ts'
import { RARE_NAME, self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import { data, PolicyBench } from './policy-bench.ts'

let bench: PolicyBench
beforeEach(async () => {
  bench = await PolicyBench.ready()
})
afterEach(() => bench.server.close())

describe('the check that anyone may make', () => {
  const check = (input: Input<typeof verifyPolicy>, client = bench.server.client()) =>
    data<Output<typeof verifyPolicy>>(client.request(verifyPolicy, input))

  it('states what is printed on the document, and nothing more', async () => {
    const id = await bench.issued()
    const [document] = await bench.codes(id)
    const spaced = document?.verify_code.toLowerCase().replace(/(.{4})/g, '$1 - ') ?? ''
    const answer = await check({ code: spaced })
    expect(Object.keys(answer).sort()).toEqual([
      'end',
      'genuine',
      'insured',
      'insurerName',
      'issuedOn',
      'kind',
      'notice',
      'planName',
      'replaced',
      'start',
      'status',
      'tierName',
    ])
    expect(answer).toMatchObject({
      genuine: true,
      status: 'pending_activation',
      insured: 'L•• ••••••',
      issuedOn: bench.today(),
    })
    const told = JSON.stringify(answer)
    for (const secret of ['YUTONG', '林语桐', 'E00000000', '2004', STUDENT.email, STUDENT.mobile, 'YF26', 'YFO-', id])
      expect(told).not.toContain(secret)
  })

  it('compares an English document of a mainland ID by the name in the passport, and shows its owner both', async () => {
    const policyholder = {
      ...STUDENT,
      idType: 'resident_id' as const,
      idName: '林语桐',
      idNumber: RARE_NAME.policyholder?.idNumber ?? '',
      chineseName: '',
      passportName: 'Lin Yutong',
    }
    const id = await bench.issued({ people: { ...self, policyholder } })
    const [document] = await bench.codes(id)
    const initials = async (lang: 'en' | 'cn') =>
      await check({ code: document?.verify_code ?? '' }, bench.server.client({ lang }))
    expect([await initials('en'), await initials('cn')]).toMatchObject([{ insured: 'L•• ••••••' }, { insured: '林••' }])
    const view = await data((await bench.signIn()).request(getPolicy, { id }))
    expect(view).toMatchObject({
      insured: { name: 'Lin Yutong', otherName: '林语桐' },
      policyholder: 'Lin Yutong 林语桐',
    })
    // The card has the passport's capitals, on the page as in the PDF.
    expect(view.printed).toEqual({ name: 'LIN YUTONG', otherName: '林语桐' })
  })

  it('finds no code that was not issued, and says what is wrong with a malformed one', async () => {
    expect(await check({ code: '0000-0000-0000' })).toEqual({ genuine: false })
    expect(await bench.server.client().request(verifyPolicy, { code: 'ABC' })).toMatchObject({
      ok: false,
      fields: { code: 'verify_format' },
    })
    expect(await bench.server.client().request(verifyPolicy, { code: ' ' })).toMatchObject({
      ok: false,
      fields: { code: 'verify_required' },
    })
  })

  it('does not find a policy that is still being issued, and limits guessing', async () => {
    const orderId = await bench.paid()
    await expect(
      issueHandler.run(
        { ...bench.server.deps, files: { ...bench.server.deps.files, put: () => Promise.reject(new Error('cut')) } },
        { orderId },
        { id: 'x', attempt: 1 },
      ),
    ).rejects.toThrow()
    const row = await bench.server.deps.db
      .selectFrom('policies')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const [document] = await bench.codes(row.id)
    expect(await check({ code: document?.verify_code ?? '' })).toEqual({ genuine: false })
    for (let i = 1; i < VERIFY_PER_MINUTE; i++) await check({ code: '000000000000' })
    expect(await bench.server.client().request(verifyPolicy, { code: '000000000000' })).toMatchObject({
      ok: false,
      code: 'too_many',
    })
    bench.server.advance(61_000)
    expect(await check({ code: '000000000000' })).toEqual({ genuine: false })
  })
})
