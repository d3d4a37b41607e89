import type { Lang } from '../../lib/locale.ts'

/** The headings of each claims guide, in their order (domain §7.3), so that readers of a second guide find their way. */
export const GUIDE_HEADINGS: Readonly<Record<Lang, readonly string[]>> = {
  en: ['Do first', 'Keep', 'Claim', 'What we check', 'When you are paid', 'What often goes wrong'],
  cn: ['先做什么', '留好什么', '怎么申请', '我们核对什么', '什么时候赔付', '容易出错的地方'],
}
