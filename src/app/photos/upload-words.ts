/** Texts of an upload row and a group about their files. */
import { formatRecent } from '../../lib/days/dates.ts'
import { formatFileSize } from '../../lib/text/file-size.ts'
import { WORD_FIGURES } from '../../lib/word-figures.ts'
import type { Lang } from '../../lib/locale.ts'
import type { BadgeKind } from '../../ui/Badge.tsx'
import type { UploadRowProps } from '../../ui/UploadRow.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Device } from '../address/redirect-by-route.ts'
import { waitWords } from '../requests/call-failure-words.ts'
import type { Translate } from '../words/translate.ts'
import { uploadCounts } from './upload-summary.ts'
import type { UploadItem, UploadState } from './upload-types.ts'

export interface UploadWords {
  /** Received files belong to an answer that the person has not sent. */
  unsent?: boolean
  lang: Lang
  device: Device
  online: boolean
  durable: boolean
  now: number
}

/** The first eight hex digits in two groups: 7F3A-91C2. */
export const receiptNumber = (sha256: string): string => `${sha256.slice(0, 4)}-${sha256.slice(4, 8)}`.toUpperCase()

/** The file's own name and its pages, where no picture tells which it is: a PDF, and what was refused before it had one. */
export function fileWords(t: Translate, { kind, name, receipt, state, thumbUrl }: UploadItem): string | undefined {
  if (kind === 'pdf') return receipt?.pages ? t('uploads:pdf', { name, count: receipt.pages }) : name
  return state === 'failed' && thumbUrl === null ? name : undefined
}

/** The state in words. Sentences are joined as each language requires. */
export function statusWords(t: Translate, item: UploadItem, told: UploadWords): string {
  const join = (...parts: string[]): string => parts.join(told.lang === 'en' ? ' ' : '')
  const safe = t(`uploads:safe.${told.durable ? told.device : 'open'}`)
  const time = formatRecent(item.receipt?.at ?? told.now, told.lang, told.now, { seconds: true })
  const words: Record<UploadState, () => string> = {
    preparing: () => t('uploads:preparing'),
    warned: () => join(...item.warnings.map((warning) => t(`uploads:warned.${warning}`)), t('uploads:held')),
    waiting: () => {
      if (item.code === 'session') return t('uploads:login')
      return told.online ? t('uploads:turn') : join(t('uploads:connection'), safe)
    },
    sending: () => sendingWords(t, item),
    checking: () => t('uploads:checking', { time }),
    received: () => t(told.unsent ? 'uploads:added' : 'uploads:received', { time }),
    failed: () => (item.retryable ? join(stoppedWords(t, item), safe) : refusalOf(t, item.code, item.said)),
  }
  return words[item.state]()
}

function sendingWords(t: Translate, { percent, secondsLeft }: UploadItem): string {
  if (percent >= 99) return t('uploads:receipt')
  return secondsLeft === null
    ? t('uploads:sending', { percent })
    : t('uploads:left', { percent, left: waitWords(t, secondsLeft) })
}

function stoppedWords(t: Translate, { code, percent }: UploadItem): string {
  if (code !== 'offline' && code !== 'timeout') return t('uploads:silent')
  return percent > 0 ? t('uploads:lost', { percent }) : t('uploads:unreached')
}

/** Why this file is refused, and what to do. */
export function refusalOf(t: Translate, code: string | null, said: string | null): string {
  if (code?.startsWith('file_')) return t(`errors:field.${code}`, WORD_FIGURES)
  return said ?? t('uploads:refused')
}

/** Receipt and size. */
export const detailWords = (t: Translate, { receipt }: UploadItem): string | undefined =>
  receipt
    ? t('uploads:number', { number: receiptNumber(receipt.sha256), size: formatFileSize(receipt.size) })
    : undefined

/** How many pages of an item have arrived, of how many that it needs. */
export interface Pages {
  there: number
  least: number
}

interface GroupState {
  /** Not yet sent with what was asked for. */
  unsent?: boolean
  pages?: Pages | undefined
}

/** The group's badge: the worst state wins. `others` are the group's files that the server had before. */
export function badgeWords(
  t: Translate,
  items: readonly UploadItem[],
  others: readonly Pick<UploadRowProps, 'state'>[],
  { unsent = false, pages }: GroupState = {},
): { kind: BadgeKind; icon?: IconName; text: string } {
  const failed = items.filter(({ state, receipt }) => state === 'failed' && !receipt).length
  const unusable = [...items.filter(({ receipt }) => receipt), ...others].filter(
    ({ state }) => state === 'failed',
  ).length
  const warned = items.filter(({ state }) => state === 'warned').length
  const { going } = uploadCounts(items)
  if (failed > 0) return { kind: 'bad', text: t('uploads:badge.failed', { count: failed }) }
  if (unusable > 0) return { kind: 'bad', text: t('uploads:badge.unusable', { count: unusable }) }
  if (warned > 0) return { kind: 'warn', icon: 'triangle-alert', text: t('uploads:badge.warned', { count: warned }) }
  if (going > 0) return { kind: 'info', icon: 'arrow-up', text: t('uploads:badge.going', { count: going }) }
  if ([...items, ...others].some(({ state }) => state === 'checking'))
    return { kind: 'info', icon: 'clock', text: t('uploads:badge.checking') }
  if (items.length + others.length > 0 && pages && pages.there < pages.least)
    return { kind: 'warn', icon: 'triangle-alert', text: t('uploads:badge.pages', { ...pages }) }
  if (items.length + others.length > 0 && unsent)
    return { kind: 'warn', icon: 'circle-dashed', text: t('uploads:badge.unsent') }
  if (items.length + others.length > 0) return { kind: 'ok', text: t('uploads:badge.received') }
  return { kind: 'plain', text: t('uploads:badge.none') }
}
