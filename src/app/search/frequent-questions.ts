/** Questions asked often, by the names of their files: offered before anything is typed, and where nothing was found. */
export const FREQUENT_QUESTIONS = ['direct-billing-where', 'which-documents', 'how-long', 'where-are-documents', 'cancel-and-refund'] as const
