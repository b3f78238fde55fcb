/** The code of the error for a cursor that is not one of the store. */
export const WRONG_CURSOR = 'WRONG_CURSOR'

export const wrongCursor = (): Error =>
  Object.assign(new Error('The cursor is not one of this store.'), { code: WRONG_CURSOR })
