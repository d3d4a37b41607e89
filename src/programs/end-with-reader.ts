/** `… | head` reads a few lines and closes the pipe: the program ends then, quietly, as others do. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
