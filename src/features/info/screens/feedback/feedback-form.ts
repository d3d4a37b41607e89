/** After an answer: sends it, or first asks for the reason. Loaded with the first answer. */
import { createRequester, RequestFailed } from '../../../../app/requests/api.ts'
import { API_BASE } from '../../../../app/requests/api-base.ts'
import { browserStore } from '../../../../app/storage/storage.ts'
import { translator, type Translate } from '../../../../app/words/translate.ts'
import { now } from '../../../../lib/days/clock.ts'
import type { Input } from '../../../../lib/contract.ts'
import { deviceOf } from '../../../../lib/device.ts'
import { localPath, splitPath } from '../../../../lib/locale.ts'
import { FEEDBACK_CHARACTERS, FEEDBACK_KINDS, sendFeedback } from '../../contract.ts'
import { drawForm, type Form } from './feedback-form-elements.ts'

type Answer = Input<typeof sendFeedback>

const { lang } = splitPath(location.pathname)
/** Not `browser-requester.ts`, which loads the shell of islands: three quarters of a page's size, for two buttons. */
const { request } = createRequester({
  base: API_BASE,
  store: browserStore(),
  lang: () => lang,
  device: () => deviceOf(navigator.userAgent),
  now,
  // `redirect-by-route.ts` knows all routes, which this page does not need: its own path is enough to return to.
  toLogin: () => location.assign(`${localPath(lang, '/login')}?${new URLSearchParams({ backUrl: location.pathname })}`),
  toHome: (cause = 'unproven') => location.assign(`${localPath(lang, '/home')}#${cause}`),
  toast: () => undefined,
})

let t: Translate | undefined
let form: Form | undefined
let busy = false

async function loadWords(): Promise<Translate | undefined> {
  try {
    const reply = await fetch(`/locales/${lang}/feedback.json`)
    return reply.ok ? translator(lang, { feedback: (await reply.json()) as unknown }) : undefined
  } catch {
    return undefined
  }
}

/** Handles a press of "Yes" or "No". `say` shows words and has them read out. */
export async function answer(root: HTMLElement, button: HTMLElement, say: (text?: string) => void): Promise<void> {
  t ??= await loadWords()
  const kind = FEEDBACK_KINDS.find((it) => it === root.dataset['feedback'])
  const { slug } = root.dataset
  if (busy) return
  if (!t || !kind || !slug) return say(root.dataset['failed'])
  const words = t
  const mark = (helpful: boolean): void =>
    root
      .querySelectorAll<HTMLElement>('[data-answer]')
      .forEach((it) => it.setAttribute('aria-pressed', String((it.dataset['answer'] === 'yes') === helpful)))
  const close = (): void => {
    form?.element.remove()
    form = undefined
  }
  const send = async (said: Omit<Answer, 'kind' | 'slug'>): Promise<void> => {
    if (busy) return
    busy = true
    say(words('feedback:sending'))
    try {
      const failed = await sent({ kind, slug, ...said }, words)
      if (!failed.ok) return say(failed.words)
      mark(said.helpful)
      if (form?.element.contains(document.activeElement)) button.focus()
      close()
      say(words(failed.again ? 'feedback:again' : 'feedback:stored'))
    } finally {
      busy = false
    }
  }
  if (button.dataset['answer'] === 'yes') {
    close()
    return send({ helpful: true })
  }
  say()
  if (!form) {
    form = drawForm(words, FEEDBACK_CHARACTERS, {
      send: (reason, text) => send({ helpful: false, reason, text }),
      cancel: () => {
        close()
        say()
        button.focus()
      },
    })
    // Before the line with the result, so that whoever sends at the form's end sees it.
    root.querySelector('[role=status]')?.before(form.element)
  }
  form.focus()
}

type Sent = { ok: true; again: boolean } | { ok: false; words: string }

async function sent(input: Answer, words: Translate): Promise<Sent> {
  try {
    const reply = await request(sendFeedback, input)
    if (reply.ok) return { ok: true, again: reply.data.again }
    if (reply.code === 'too_many')
      return {
        ok: false,
        words: words('feedback:failed.often', { minutes: Math.max(1, Math.ceil((reply.extra.retryAfter ?? 60) / 60)) }),
      }
    return { ok: false, words: reply.code === 'not_found' ? words('feedback:failed.gone') : reply.message }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    const known = error.code === 'offline' || error.code === 'timeout' ? error.code : 'server'
    return { ok: false, words: words(`feedback:failed.${known}`) }
  }
}
