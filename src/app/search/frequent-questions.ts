/** Frequent questions, by file name: offered before anything is typed, and where nothing was found. */
export const FREQUENT_QUESTIONS = [
  'direct-billing-where',
  'which-documents',
  'how-long',
  'where-are-documents',
  'cancel-and-refund',
] as const
