/**
 * Texts that send the reader to the help line of the insurance card: they link to the list of the help lines by plan,
 * and their page adds it below the text. So no text quotes a number, which would be wrong for half of the plans.
 */
export const HELP_LINES = 'help-lines'

export const namesHelpLines = (body: string | undefined): boolean => body?.includes(`](#${HELP_LINES})`) ?? false
