/** The address of your account, such as `https://demo.example.com`. */
export const baseUrl = 'http://localhost:4242';
