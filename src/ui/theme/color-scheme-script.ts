/** The localStorage key of the colour scheme. */
export const COLOR_SCHEME_KEY = 'akada.scheme';

/** An inline script for the head of every page that sets the colour scheme before the first paint. */
export const colorSchemeScript = `(function(){var s;try{s=localStorage.getItem('${COLOR_SCHEME_KEY}')}catch(e){}document.documentElement.setAttribute('data-color-scheme',s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')})()`;
