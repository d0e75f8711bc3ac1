/** Where the choice of light, dark or auto is kept on this device; Mantine's manager in main.tsx uses the same. */
export const COLOR_SCHEME_KEY = 'akada.scheme';

/**
 * Goes into the head of every page, in a script with the nonce, before the style sheets paint.
 * No more than the attribute: from then on Mantine's provider follows the choice and the device.
 */
export const colorSchemeScript = `(function(){var s;try{s=localStorage.getItem('${COLOR_SCHEME_KEY}')}catch(e){}document.documentElement.setAttribute('data-mantine-color-scheme',s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')})()`;
