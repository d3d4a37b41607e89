/**
 * The verify page's script. It is plain and small: a consular officer opens this page once, on any device. It does not
 * import the contract (its schemas are larger than the page); the server checks the code, and the answer has the
 * contract's type `Verified`.
 */
import { API_BASE } from '../../../../app/requests/api-base.ts'
import { formatDay } from '../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import type { Verified } from '../../verify-calls.ts'

type Problem = 'verify_required' | 'verify_format' | 'too_many' | 'offline' | 'failed'
type Answer = Verified | { genuine: false } | { problem: Problem }

/** `/index/policy/verify`, as in the contract. */
const PATH = '/index/policy/verify'

async function ask(code: string, lang: Lang): Promise<Answer> {
  try {
    const response = await fetch(`${API_BASE}${PATH}?${new URLSearchParams({ code, lang })}`, {
      method: 'POST',
      referrerPolicy: 'no-referrer',
    })
    if (response.status === 429) return { problem: 'too_many' }
    const envelope: { status?: number; code?: string; data?: Verified & { fields?: { code?: string } } } =
      await response.json()
    if (envelope.status === 1 && envelope.data) return envelope.data
    if (envelope.code === 'too_many') return { problem: 'too_many' }
    const field = envelope.data?.fields?.code
    return { problem: field === 'verify_required' ? field : field ? 'verify_format' : 'failed' }
  } catch {
    return { problem: navigator.onLine ? 'failed' : 'offline' }
  }
}

/** Selects the outcome on the page. */
function outcomeOf(answer: Verified | { genuine: false }): string {
  if (!answer.genuine) return 'unknown'
  if (answer.replaced && answer.status !== 'cancelled') return 'replaced'
  return { valid: 'genuine', pending_activation: 'early', expired: 'over', cancelled: 'cancelled' }[answer.status]
}

export function startVerify(): void {
  const page = document.querySelector<HTMLElement>('[data-verify]')
  const form = page?.querySelector('form')
  const input = page?.querySelector('input')
  if (!page || !form || !input) return
  const lang: Lang = page.dataset.lang === 'cn' ? 'cn' : 'en'
  const all = (name: string): HTMLElement[] => [...page.querySelectorAll<HTMLElement>(`[data-${name}]`)]
  const show = (name: string, value?: string): void =>
    all(name).forEach((it) => {
      it.hidden = it.dataset[name] !== value
    })
  const busy = (on: boolean): void => {
    form.setAttribute('aria-busy', String(on))
    all('busy').forEach((it) => {
      it.hidden = !on
    })
    all('idle').forEach((it) => {
      it.hidden = on
    })
  }

  function clear(): void {
    show('problem')
    show('found')
    all('facts').forEach((it) => {
      it.hidden = true
    })
    input?.removeAttribute('aria-invalid')
    input?.setAttribute('aria-describedby', 'code-hint')
  }

  function tell(problem: Problem): void {
    show('problem', problem)
    input?.setAttribute('aria-describedby', `code-${problem} code-hint`)
    if (problem.startsWith('verify')) input?.setAttribute('aria-invalid', 'true')
    input?.focus()
  }

  function fill(answer: Verified): void {
    const range = all('fact').find((it) => it.dataset.fact === 'period')?.dataset.range ?? ''
    const values: Record<string, string> = {
      issuedOn: formatDay(answer.issuedOn, lang),
      insured: answer.insured,
      plan: joined(lang, answer.planName, answer.tierName),
      insurerName: answer.insurerName,
      notice: answer.notice,
      period: range.replace('{start}', formatDay(answer.start, lang)).replace('{end}', formatDay(answer.end, lang)),
    }
    for (const it of all('fact')) it.textContent = values[it.dataset.fact ?? ''] ?? ''
    show('kind', answer.kind)
    show('status', answer.status)
    all('facts').forEach((it) => {
      it.hidden = false
    })
  }

  async function check(code: string): Promise<void> {
    clear()
    busy(true)
    const answer = await ask(code, lang)
    busy(false)
    if ('problem' in answer) return tell(answer.problem)
    if (answer.genuine) fill(answer)
    show('found', outcomeOf(answer))
    page?.querySelector<HTMLElement>('[data-outcome]')?.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.getAttribute('aria-busy') === 'true') return
    void check(input.value)
  })
  // The QR code's address contains the code.
  const given = new URLSearchParams(location.search).get('code')
  if (given) {
    input.value = given
    void check(given)
  }
}
