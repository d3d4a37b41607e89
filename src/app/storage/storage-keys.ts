/** Names in local storage: those of spec §9 and no others. */
export const KEYS = {
  token: 'PlatformToken',
  coId: 'co_id',
  lang: 'lang',
  hide: 'is_hide',
  csrfName: 'csrf_name',
  csrfToken: 'csrf_token',
} as const
/** And this one, which the boot script does not need. */
export const DEVICE_SECRET = 'unique'

/**
 * In session storage, until it is answered: the code of a link that was opened while someone was signed in, or that
 * nobody answered.
 */
export const LINK_CODE = 'link'
/** In session storage, for this tab: the partner link's visit that a signed-in person uses for their own account. */
export const PARTNER_VISIT = 'partner-visit'
/** In session storage, for this tab: the name of the partner whose link was opened. */
export const PARTNER_NAME = 'partner-name'
/** In session storage, until the tab closes or its person signs out: the contact that they last signed in with here. */
export const LAST_DESTINATION = 'signed-in-as'

/** In session storage: the key of the application that an address with this query begins. */
export const applicationKey = (query: URLSearchParams): string => `application-key:${query}`
/** And the numbers of those that this tab began, which only the device that made them can open. */
export const BEGUN_HERE = 'begunHere'
/** In session storage while a page is loaded anew: its path, and what was typed in it by the id of its field. */
export const TYPED = 'typed'

/** A lazily loaded screen or style that has not come by then is a load error, ms (spec §8, §9). */
export const LOAD_MS = 120_000
/** A call that has not answered by then has failed, ms (spec §9). */
export const REQUEST_MS = 640_000
