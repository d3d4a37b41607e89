import type { Translate } from '../../../../../app/words/translate.ts'
import { $conflicts, $saving } from '../wizard-store.ts'

/**
 * Why a step cannot be left: a conflict waits for the person's choice, or there is no connection. While the page says
 * that the answers are kept until the connection is back, it must not also say that they could not be saved.
 */
export function unsavedWords(t: Translate): string {
  if ($conflicts.get().length > 0) return t('confirm:conflict.choose')
  return t($saving.get().state === 'offline' ? 'confirm:offline.next' : 'confirm:trouble.unsaved')
}
