/** A server and a tab for the tests of saving an order. */
import type { RequestFailed, Reply } from '../../../../../app/requests/api.ts'
import { keptTyping, savingClock } from '../../../../../app/saving/saving.testing.ts'
import { answersSchema, type Answers, type OrderView, type saveOrder } from '../../../contract.ts'
import type { Typed } from '../../../../../app/saving/draft-fields.ts'
import { fieldsOfAnswers, withFields } from '../answer-fields.ts'
import { createOrderSaving, type OrderSavingEnvironment } from './order-saving.ts'

export const EMPTY = answersSchema.parse({ trip: { plan: 'us-campus' } })
/** The answers with one field replaced. */
export const put = (answers: Answers, path: string, value: string | null): Answers =>
  withFields(answers, [[path, value]])

/** A server with the rule of the real one: each save carries the version it began with, groups are replaced as a whole. */
export function server() {
  const state = {
    version: 1,
    answers: EMPTY,
    failing: undefined as RequestFailed | undefined,
    refusing: undefined as string | undefined,
    saves: 0,
    consent: 'given' as OrderView['sensitiveConsent'],
    status: 'created' as OrderView['status'],
  }
  const view = (): OrderView =>
    ({
      id: 'YFO-1',
      version: state.version,
      status: state.status,
      sensitiveConsent: state.consent,
      answers: state.answers,
    }) as OrderView
  const save: OrderSavingEnvironment['save'] = ({ version, id: _, ...groups }) => {
    state.saves += 1
    if (state.failing) return Promise.reject(state.failing)
    const no = (code: string): Promise<Reply<typeof saveOrder>> =>
      Promise.resolve({ ok: false, code: code as 'conflict', message: code, fields: {}, extra: {} })
    if (state.refusing) return no(state.refusing)
    if (version !== state.version) return no('conflict')
    state.answers = { ...state.answers, ...(groups as Partial<Answers>) }
    state.version += 1
    return Promise.resolve({ ok: true, data: view() })
  }
  /** The other tab. */
  const elsewhere = (path: string, value: string): void => {
    state.answers = put(state.answers, path, value)
    state.version += 1
  }
  return { state, view, save, elsewhere, at: (path: string) => fieldsOfAnswers(state.answers).get(path) ?? null }
}

/** A tab that edits the order; `held` is the typing that the device still has. */
export function browser(on = server(), held: Typed[] = []) {
  const clock = savingClock()
  const device = keptTyping(held)
  const saving = createOrderSaving({
    save: on.save,
    load: () => Promise.resolve({ ok: true, data: on.view() }),
    keep: device.keep,
    later: clock.later,
    now: clock.now,
    shown: (path) => path !== UNSEEN,
  })
  saving.open(on.view(), held)
  const type = (path: string, value: string): void => {
    const answers = saving.$answers.get()
    if (answers) saving.change(put(answers, path, value))
  }
  return {
    on,
    saving,
    advance: clock.advance,
    type,
    device: device.typed,
    stands: (path: string) => fieldsOfAnswers(saving.$answers.get() ?? EMPTY).get(path) ?? null,
  }
}

export const NAME = 'people.policyholder.idName'
/** A field that the tab's page does not show. */
export const UNSEEN = 'people.insured.email'
export const EMAIL = 'people.policyholder.email'
