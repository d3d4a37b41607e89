/**
 * Types of identity documents. Kept apart from the checks of their numbers, because every page of a form loads this
 * file.
 */
export const ID_TYPES = ['resident_id', 'passport', 'home_return_permit', 'taiwan_permit', 'foreigner_permit'] as const
/**
 * `resident_id` 居民身份证, and the residence permits of Hong Kong, Macao and Taiwan, which use the same 18 digits ·
 * `home_return_permit` 港澳居民来往内地通行证 · `taiwan_permit` 台湾居民来往大陆通行证 · `foreigner_permit` 外国人永久居留身份证
 */
export type IdType = (typeof ID_TYPES)[number]

export const GENDERS = ['male', 'female'] as const
export type Gender = (typeof GENDERS)[number]
