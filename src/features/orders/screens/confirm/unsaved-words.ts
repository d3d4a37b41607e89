import type { Translate } from '../../../../app/i18n.ts'
import { $conflicts } from './wizard-store.ts'

/** Why a step cannot be left: something waits for the person's choice, or for the connection. */
export const unsavedWords = (t: Translate): string => t($conflicts.get().length > 0 ? 'confirm:conflict.choose' : 'confirm:trouble.unsaved')
