/** The cashier's page for something that is not an application; a phone is sent on to its own. */
import { localPath, type Lang } from '../../../../lib/locale.ts'

export const payPage = (lang: Lang, pay: string): string => localPath(lang, `/payment/confirm?pay=${encodeURIComponent(pay)}`)
