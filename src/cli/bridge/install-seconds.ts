/** What `snaphook bridge install` writes as the timeout of a hook. */
export const HOST_SECONDS = 60;
