/** The cashier's page for a payable that is not an application; it redirects a phone to the phone's page. */
import { localPath, type Lang } from '../../../../lib/locale.ts'

export const payPage = (lang: Lang, pay: string): string =>
  localPath(lang, `/payment/confirm?pay=${encodeURIComponent(pay)}`)
