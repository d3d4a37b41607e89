import { LIMITS } from './limits-and-periods.ts'

/** Values that error texts may quote: `errors:field.file_size` has `{{mebibytes}}` … */
export const WORD_FIGURES = {
  mebibytes: LIMITS.maxFileMebibytes,
  photos: LIMITS.maxPhotos,
  pages: LIMITS.maxPdfPages,
  megapixels: LIMITS.maxMegapixels,
  documents: LIMITS.maxDocuments,
} as const
