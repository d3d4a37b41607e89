/** A server and a tab for the tests of saving a draft. */
import type { RequestFailed, Reply } from '../../../../../app/requests/api.ts'
import { keptTyping, savingClock } from '../../../../../app/saving/saving.testing.ts'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../../../rules/claim-fields.ts'
import type { DraftView, saveClaim } from '../../../contract.ts'
import { mergeSave, newDraft, type Draft } from '../../../rules/draft/merge-drafts.ts'
import type { Typed } from '../../../../../app/saving/draft-fields.ts'
import { createClaimSaving, type ClaimSavingEnvironment } from './claim-saving.ts'

type Save = Parameters<ClaimSavingEnvironment['save']>[0]

/** A server with the rule of the real one, and a switch for the connection. */
export function server() {
  let draft: Draft = newDraft({ ...EMPTY_ANSWERS, incidentDay: '2026-11-16' })
  const log: Save[] = []
  /** Of each save, whether it was a page's last call. */
  const leaving: boolean[] = []
  const state = { failing: null as RequestFailed | null, refusing: null as string | null, log, leaving }
  const view = (): DraftView => ({
    id: 'claim-00000001',
    version: draft.version,
    step: 'event',
    done: ['policy'],
    policy: {
      id: 'p',
      number: 'YF26-1',
      plan: 'us-campus',
      planName: 'US Campus',
      tierName: 'Gold',
      insurerName: 'Sample',
      insured: '林语桐',
      start: '2026-09-01',
      end: '2027-08-31',
      cancelledOn: null,
      neverInForce: false,
      death: false,
    },
    movable: true,
    signer: { role: 'insured', name: '林语桐', reader: true },
    holderNames: ['林语桐'],
    answers: draft.answers,
    signature: null,
    accountOnFile: null,
    checklist: [],
    documents: [],
    claimedBefore: [],
    errors: {},
    savedAt: 0,
    lapsesAt: 1,
  })
  const merge = (input: Pick<Save, 'base' | 'patch'>) => {
    const merged = mergeSave(draft, { base: input.base, patch: input.patch })
    draft = merged.draft
    return merged.conflicts
  }
  const save = (input: Save, last = false): Promise<Reply<typeof saveClaim>> => {
    log.push(input)
    leaving.push(last)
    if (state.failing) return Promise.reject(state.failing)
    if (state.refusing)
      return Promise.resolve({
        ok: false,
        code: state.refusing as 'already_sent',
        message: 'no',
        fields: {},
        extra: {},
      })
    const conflicts = merge(input).map(({ key, theirs }) => ({
      key,
      theirs: JSON.parse(JSON.stringify(theirs)) as string,
      at: 5,
    }))
    return Promise.resolve({ ok: true, data: { draft: view(), conflicts } })
  }
  /** The other device. */
  const elsewhere = (patch: Partial<ClaimAnswers>): void => void merge({ base: draft.version, patch })
  return { ...state, state, save, view, elsewhere, answers: () => draft.answers }
}

/** A tab that edits the draft; `held` is the typing that the device still has. */
export function browser(on = server(), held: Typed[] = []) {
  const clock = savingClock()
  const device = keptTyping<Typed>()
  const gone: string[] = []
  const saving = createClaimSaving({
    save: on.save,
    keep: device.keep,
    later: clock.later,
    now: clock.now,
    load: () => Promise.resolve(on.view()),
    gone: (why) => gone.push(why),
  })
  saving.open(on.view(), held)
  const type = (part: Partial<ClaimAnswers>): void => {
    const answers = saving.$answers.get()
    if (answers) saving.change({ ...answers, ...part })
  }
  return {
    saving,
    type,
    advance: clock.advance,
    gone,
    device: device.typed,
    typed: () => saving.$answers.get(),
    state: () => saving.$saving.get().state,
  }
}
