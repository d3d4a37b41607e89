/** What a row and a group say of the files in them. */
import { LIMITS } from '../../lib/limits.ts'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import type { BadgeKind } from '../../ui/Badge.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Device } from '../guard.ts'
import { waitWords } from '../failed.ts'
import type { Translate } from '../i18n.ts'
import { standing } from './summary.ts'
import type { UploadItem } from './types.ts'

export interface Told {
  lang: Lang
  device: Device
  online: boolean
  durable: boolean
  now: number
}

const KB = 1024
const DAY_MS = 86_400_000

/** "538 KB", "2.4 MB". */
export const sizeWords = (bytes: number): string => (bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`)

/** The first eight hex digits in two groups: 7F3A-91C2. */
export const receiptNumber = (sha256: string): string => `${sha256.slice(0, 4)}-${sha256.slice(4, 8)}`.toUpperCase()

/** To the second, on the clock of the person's device; with the day once that is not today's. */
export function receiptTime(at: number, lang: Lang, now: number): string {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const sameDay = now - at < DAY_MS && new Date(at).getDate() === new Date(now).getDate()
  const day = sameDay ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(HTML_LANG[lang] === 'en' ? 'en-GB' : HTML_LANG[lang], { ...clock, ...day }).format(at)
}

/** The state in words. Sentences are joined as each language does. */
export function statusWords(t: Translate, item: UploadItem, told: Told): string {
  const join = (...parts: string[]): string => parts.join(told.lang === 'en' ? ' ' : '')
  const safe = t(`app:upload.safe.${told.durable ? told.device : 'open'}`)
  switch (item.state) {
    case 'preparing':
      return t('app:upload.preparing')
    case 'warned':
      return join(...item.warnings.map((warning) => t(`app:upload.warned.${warning}`)), t('app:upload.held'))
    case 'waiting':
      if (item.code === 'session') return t('app:upload.login')
      return told.online ? t('app:upload.turn') : join(t('app:upload.connection'), safe)
    case 'sending':
      return sendingWords(t, item)
    case 'received':
      return t('app:upload.received', { time: receiptTime(item.receipt?.at ?? told.now, told.lang, told.now) })
    case 'failed':
      return item.retryable ? join(stoppedWords(t, item), safe) : refusalWords(t, item)
  }
}

function sendingWords(t: Translate, { percent, secondsLeft }: UploadItem): string {
  if (percent >= 99) return t('app:upload.receipt')
  return secondsLeft === null ? t('app:upload.sending', { percent }) : t('app:upload.left', { percent, left: waitWords(t, secondsLeft) })
}

function stoppedWords(t: Translate, { code, percent }: UploadItem): string {
  if (code !== 'offline' && code !== 'timeout') return t('app:upload.silent')
  return percent > 0 ? t('app:upload.lost', { percent }) : t('app:upload.unreached')
}

/** Why this file is not taken, and what to do. */
function refusalWords(t: Translate, { code, said }: UploadItem): string {
  if (code?.startsWith('file_')) return t(`errors:field.${code}`, { mebibytes: LIMITS.maxFileMebibytes })
  return said ?? t('app:upload.refused')
}

/** Receipt and size. */
export const detailWords = (t: Translate, { receipt }: UploadItem): string | undefined =>
  receipt ? t('app:upload.number', { number: receiptNumber(receipt.sha256), size: sizeWords(receipt.size) }) : undefined

/** The group's badge: the worst state wins. `others` are files of the group that the server had before. */
export function badgeWords(t: Translate, items: readonly UploadItem[], others: number): { kind: BadgeKind; icon?: IconName; text: string } {
  const failed = items.filter(({ state }) => state === 'failed').length
  const warned = items.filter(({ state }) => state === 'warned').length
  const { going } = standing(items)
  if (failed > 0) return { kind: 'bad', text: t('app:upload.badge.failed', { count: failed }) }
  if (warned > 0) return { kind: 'warn', icon: 'triangle-alert', text: t('app:upload.badge.warned', { count: warned }) }
  if (going > 0) return { kind: 'info', icon: 'arrow-up', text: t('app:upload.badge.going', { count: going }) }
  if (items.length + others > 0) return { kind: 'ok', text: t('app:upload.badge.received') }
  return { kind: 'plain', text: t('app:upload.badge.none') }
}
