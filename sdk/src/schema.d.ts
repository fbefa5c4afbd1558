// Made from docs/openapi.json by `npm run openapi`: change the routes of the server instead.

export interface paths {
    readonly "/api/customer/identity/sign-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign in with email and password
         * @description A wrong password and an unknown email are told with one answer, InvalidCredentials.
         */
        readonly post: operations["signIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange a refresh token for a new pair of tokens
         * @description A refresh token works once. Sent again within ten seconds it gives the same successor; later it ends the session.
         */
        readonly post: operations["refresh"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/sign-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a customer and sign in
         * @description Answers 202 where the account wants the email confirmed before anyone signs in.
         */
        readonly post: operations["signUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the customer's own details
         * @description Only what is given changes. Answers 201 where a new email waits for the confirmation that was mailed to it.
         */
        readonly patch: operations["updateIdentity"];
        readonly trace?: never;
    };
    readonly "/api/customer/meta/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The customer who is signed in
         * @description Answers the same as a sign-in, without tokens.
         */
        readonly get: operations["currentUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/set-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change the password
         * @description All other sessions of the customer end.
         */
        readonly post: operations["setPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/forgot-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for a link to choose a new password
         * @description The answer is the same for every email; where a customer has it, a mail is sent.
         */
        readonly post: operations["forgotPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/reset-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Choose a new password with the code from the mail
         * @description All sessions of the customer end. A code works once and for 30 minutes.
         */
        readonly post: operations["resetPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/confirm-account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Prove an email with the code from the mail, and sign in
         * @description An email that was not proven before loses its password and all its sessions, unless the caller shows one of them: a bearer token of the customer, or the password in the body.
         */
        readonly post: operations["confirmAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/confirm-email": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm an email address with the code from the mail
         * @description An email that was not proven before loses its password and all its sessions, unless the caller shows one of them: a bearer token of the customer, or the password in the body.
         */
        readonly post: operations["confirmEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/send-confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mail the link that confirms the customer's email once more
         * @description Where the email is confirmed already, nothing is mailed.
         */
        readonly post: operations["sendConfirmation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/confirm-email-change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Use the new email address, with the code that was mailed to it
         * @description The old address gets a mail with a link that undoes the change.
         */
        readonly post: operations["confirmEmailChange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/undo-email-change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Go back to the email address before a change, with the code that was mailed to it
         * @description For seven days. All sessions end, and the password goes: the answer has a code for reset-password.
         */
        readonly post: operations["undoEmailChange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where the customer is signed in, newest first
         * @description Sessions that have ended are not listed.
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out everywhere, here too
         * @description No refresh token of the customer works any more. Access tokens of the sessions are refused as well.
         */
        readonly delete: operations["endSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/identity/sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out in one place
         * @description Its refresh token does not work any more. A session of somebody else is 404.
         */
        readonly delete: operations["endSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/communications/subscribe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for the newsletter or product updates
         * @description A mail with a link for the confirmation is sent. The answer is the same for every address. `groupIds` are ignored.
         */
        readonly post: operations["subscribe"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/communications/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm a subscription with the token from the mail
         * @description Nothing is sent to an address before this.
         */
        readonly post: operations["confirmSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/communications/preferences": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What is sent to an address, with the token from any newsletter
         * @description Needs no sign-in: the token stands for the address.
         */
        readonly get: operations["getPreferences"];
        readonly put?: never;
        /**
         * Choose what is sent, with the token from any newsletter
         * @description What is absent stays as it is.
         */
        readonly post: operations["changePreferences"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/communications/unsubscribe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End all newsletters, with the token from any of them
         * @description Needs no sign-in, and may be repeated. Mails about orders and licenses are still sent.
         */
        readonly post: operations["unsubscribe"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/storefront": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What is for sale, with prices for the visitor, the campaign and the moment
         * @description Without a token the prices are those for everyone. Answers carry an ETag: ask again with If-None-Match.
         */
        readonly get: operations["getStorefront"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/orders/{orderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an order
         * @description With a token, a cart that is nobody’s yet belongs to the customer from then on.
         */
        readonly get: operations["getOrder"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Update an order, or make it when the id is new
         * @description The items that are sent replace those of the cart. Prices, totals and product details in the request are ignored: the answer has the right ones. With a token, a cart that is nobody’s yet belongs to the customer from then on.
         */
        readonly patch: operations["updateOrder"];
        readonly trace?: never;
    };
    readonly "/api/customer/orders/{orderId}/billing-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Go back to billing the customer as they are known
         * @description The billing details of the order are removed; name, email and address of the customer count again.
         */
        readonly delete: operations["deleteBillingDetails"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Say who is billed for an order
         * @description In place of what the customer is known by. Of a customer’s order only that customer says it. Of a guest’s cart it is what the checkout page begins with, opened in the same network; the guest confirms it by paying.
         */
        readonly patch: operations["updateBillingDetails"];
        readonly trace?: never;
    };
    readonly "/api/customer/orders/{orderId}/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for groups to be joined with an order; unknown ones are skipped
         * @description There are no groups yet, so every group is skipped and the order is answered as it is.
         */
        readonly post: operations["joinOrderGroups"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/groups/{groupId}/join": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Join a group
         * @description There are no groups yet: the answer is always 404.
         */
        readonly post: operations["joinGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/checkout/{orderId}/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the order of a checkout URL
         * @description Needs no sign-in: the secret of the URL is the proof.
         */
        readonly get: operations["getCheckout"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/checkout/{orderId}/{token}/pay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay the order of a checkout URL
         * @description Pays with the sandbox provider, where the account has it. The answer shows the order: completed, or with the reason why the payment failed.
         */
        readonly post: operations["payCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/vouchers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Look at a voucher; nothing changes
         * @description Shows what the code is good for, with products and bundles as the storefront shows them.
         */
        readonly get: operations["peekVoucher"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/vouchers/redeem": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Redeem a voucher for the customer
         * @description Redeeming it again as the same customer answers the same and gives nothing more.
         */
        readonly post: operations["redeemVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The products that the customer has licenses or trials of
         * @description Each with its seats, and with the files that the customer may download.
         */
        readonly get: operations["listOwnedProducts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/licenses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The licenses of the customer, newest first
         * @description Licenses that were revoked or have expired are listed as `Revoked`.
         */
        readonly get: operations["listOwnedLicenses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products/{productId}/licenses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The licenses that the customer has of a product, newest first
         * @description Licenses that were revoked or have expired are listed as `Revoked`.
         */
        readonly get: operations["listOwnedLicensesOfProduct"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products/{productId}/licenses/activations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The devices that hold or held a seat of a product, newest first
         * @description Over all licenses that the customer has of the product. `canRelease` says whether the customer may free the seat.
         */
        readonly get: operations["listActivationsOfProduct"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/licenses/{licenseId}/activations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The devices that hold or held a seat of a license, newest first
         * @description `canRelease` says whether the customer may free the seat.
         */
        readonly get: operations["listActivationsOfLicense"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/licenses/{licenseId}/activations/{activationId}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Free the seat of a device
         * @description May be repeated. The device is refused at its next validation.
         */
        readonly post: operations["releaseActivation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Activate the device of a device token
         * @description The Location of the answer leads to the license file for an hour, without a session.
         */
        readonly post: operations["activateByDeviceToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/license-files/{activationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The license file of an activation, by a signed link
         * @description The link is the `Location` that an activation by device token answers. It works for an hour and needs no session.
         */
        readonly get: operations["getLicenseFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products/{productId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One product, with the files of its current or of another version
         * @description Also with Authorization: LicenseToken, and without any: `downloadsAllowed` tells whether the caller may have the files, and only then are there `downloads`.
         */
        readonly get: operations["getOwnedProduct"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products/{productId}/download/{version}/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A file of a version
         * @description Redirects to a signed link that works without credentials for a short time.
         */
        readonly get: operations["downloadFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/products/{productId}/download/{platform}/latest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The file of the current version for a platform
         * @description The platform’s own, else the universal one.
         */
        readonly get: operations["downloadLatest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/inventory/files/{productId}/{version}/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The bytes of a file, by a signed link
         * @description The link is the `Location` of a download. Takes `Range` and `If-None-Match`.
         */
        readonly get: operations["getFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/connect/{provider}/authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Connect an account of another service
         * @description No other service can be connected yet: the answer is always 404 `NotOffered`.
         */
        readonly get: operations["connectAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/connect/{provider}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Disconnect an account of another service
         * @description No other service can be connected yet: the answer is always 404 `NotOffered`.
         */
        readonly delete: operations["disconnectAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/insights/error": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report an error of a page
         * @description Takes a body of any media type, up to 16 KB.
         */
        readonly post: operations["reportError"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/insights/warn": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report a warning of a page
         * @description Takes a body of any media type, up to 16 KB.
         */
        readonly post: operations["reportWarning"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/trials/{productId}/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start the trial of a product on a device, or go on with it
         * @description There is one trial per product and device, for ever.
         */
        readonly post: operations["requestTrialToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/licenses/{productId}/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Activate a device and get its license token
         * @description A device that holds an activation of the product gets it again.
         */
        readonly post: operations["requestLicenseToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/licenses/{productId}/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Renew a license token
         * @description Refusals with status 400 and the codes LicenseRevoked, LicenseActivationRevoked, LicenseExpired and InvalidLicenseToken are definitive; anything else may pass.
         */
        readonly post: operations["validateLicenseToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/licenses/{productId}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Release the activation of a device
         * @description The seat is free afterwards. May be repeated.
         */
        readonly post: operations["revokeLicenseToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/activations/{productId}/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for an activation that the customer approves in a browser
         * @description Open `browser` for the customer and poll `request` until it answers the token. A request lives for an hour.
         */
        readonly post: operations["requestActivation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/client/activations/{requestId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The license token, once the customer has approved
         * @description One poll per second is always fine. A license that ended after it was approved is refused as a validation would be: 400 LicenseRevoked, LicenseActivationRevoked or LicenseExpired.
         */
        readonly get: operations["pollActivation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/activations/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What is asked for, and how it can be approved
         * @description Says whether the signed-in customer has a free seat, and whether the device can have a trial.
         */
        readonly get: operations["getActivationRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/activations/{id}/license": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give the device a seat of the customer’s licenses
         * @description The application gets the license token when it polls next.
         */
        readonly post: operations["approveActivationAsLicense"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/activations/{id}/trial": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give the device its trial
         * @description An application may do it itself, anonymously, with the id that it polls with.
         */
        readonly post: operations["approveActivationAsTrial"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/activations/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refuse the activation
         * @description The application is told when it polls next.
         */
        readonly post: operations["cancelActivation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customer/activations/{id}/completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the application has fetched its token
         * @description For a page that waits for the application.
         */
        readonly get: operations["isActivationCompleted"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Customers, newest first
         * @description Needs an API key with the scope `customers:read`.
         */
        readonly get: operations["listCustomers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/customers/{idOrEmail}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One customer, by id or by email address
         * @description Needs an API key with the scope `customers:read`.
         */
        readonly get: operations["getCustomer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Licenses, newest first
         * @description Needs an API key with the scope `licenses:read`.
         */
        readonly get: operations["listLicenses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One license
         * @description Needs an API key with the scope `licenses:read`.
         */
        readonly get: operations["getLicense"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses/provision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give licenses to a customer, all or none
         * @description Needs an API key with the scope `licenses:write`.
         */
        readonly post: operations["provisionLicenses"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take over a license of another system, with its devices
         * @description It can be used at once, and nobody gets a mail.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        readonly post: operations["importLicense"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses/{id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a license away from its owner
         * @description A body may be sent; nothing in it counts.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        readonly post: operations["revokeLicense"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/licenses/{id}/custom-properties": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the custom properties of a license
         * @description Needs an API key with the scope `licenses:write`.
         */
        readonly put: operations["replaceLicenseProperties"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trials": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Trials, newest first
         * @description Needs an API key with the scope `trials:read`.
         */
        readonly get: operations["listTrials"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trials/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One trial
         * @description Needs an API key with the scope `trials:read`.
         */
        readonly get: operations["getTrial"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trials/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take over a trial of another system, so that it cannot be started again
         * @description Needs an API key with the scope `trials:write`.
         */
        readonly post: operations["importTrial"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trials/{id}/custom-properties": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the custom properties of a trial
         * @description Needs an API key with the scope `trials:write`.
         */
        readonly put: operations["replaceTrialProperties"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/vouchers/batches": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Voucher batches, newest first
         * @description Needs an API key with the scope `vouchers:read`.
         */
        readonly get: operations["listVoucherBatches"];
        readonly put?: never;
        /**
         * Make voucher codes
         * @description More than 1,000 codes are made in the background: look at `generated` until the batch is Ready.
         *
         *     Needs an API key with the scope `vouchers:write`.
         */
        readonly post: operations["createVoucherBatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/vouchers/batches/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One voucher batch, with how many of its codes are made and redeemed
         * @description Needs an API key with the scope `vouchers:read`.
         */
        readonly get: operations["getVoucherBatch"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/vouchers/batches/{id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take back the codes of a batch that are not redeemed yet
         * @description Needs an API key with the scope `vouchers:write`.
         */
        readonly post: operations["revokeVoucherBatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/vouchers/batches/{id}/codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The codes of a batch, in their order
         * @description Needs an API key with the scope `vouchers:read`.
         */
        readonly get: operations["listVoucherCodes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/vouchers/batches/{id}/codes.csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All codes of a batch as CSV
         * @description Needs an API key with the scope `vouchers:read`.
         */
        readonly get: operations["exportVoucherCodes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/licensing-settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The rules of a product for releasing devices and for offline tokens
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getLicensingSettings"];
        /**
         * Replace the rules of a product for releasing devices and for offline tokens
         * @description Needs an API key with the scope `products:write`.
         */
        readonly put: operations["replaceLicensingSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/settings/license-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All license keys, newest first; private halves never leave the server
         * @description Needs an API key with the scope `settings:read`.
         */
        readonly get: operations["listLicenseKeys"];
        readonly put?: never;
        /**
         * Make a new license key, which signs from now on
         * @description RS256 works with every application that is out there; ES256 and EdDSA are for new ones.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        readonly post: operations["rotateLicenseKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/settings/license-keys/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take over a license key that applications have compiled in
         * @description Needs an API key with the scope `settings:write`.
         */
        readonly post: operations["importLicenseKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/settings/license-keys/{kid}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Forget a retired key: tokens that it signed are refused from now on
         * @description Needs an API key with the scope `settings:write`.
         */
        readonly delete: operations["removeLicenseKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/analytics/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Active devices per day, by product, version and platform
         * @description A device counts once per day, under what its application told on its first call of that day.
         *
         *     Needs an API key with the scope `licenses:read`.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/analytics/trials": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Trials started and converted per day, by product
         * @description Needs an API key with the scope `trials:read`.
         */
        readonly get: operations["getTrialCounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Products, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listProducts"];
        readonly put?: never;
        /**
         * Add a product, with its variations
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createProduct"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One product
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getProduct"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a product; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateProduct"];
        readonly trace?: never;
    };
    readonly "/api/products/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a product out of the shop and the lists
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveProduct"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived product back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreProduct"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/custom-properties": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the custom properties of a product
         * @description Needs an API key with the scope `products:write`.
         */
        readonly put: operations["replaceProductProperties"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Bundles, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listBundles"];
        readonly put?: never;
        /**
         * Add a bundle, with its variations
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createBundle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One bundle
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getBundle"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a bundle; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateBundle"];
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a bundle out of the shop and the lists
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveBundle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived bundle back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreBundle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/custom-properties": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the custom properties of a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        readonly put: operations["replaceBundleProperties"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/variations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every variation of a product, archived ones too, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listProductVariations"];
        readonly put?: never;
        /**
         * Add a way to buy a product
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createProductVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/variations/{variationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One variation of a product
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getProductVariation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a variation; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateProductVariation"];
        readonly trace?: never;
    };
    readonly "/api/products/{id}/variations/{variationId}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a variation off the shop
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveProductVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/variations/{variationId}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived variation back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreProductVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/variations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every variation of a bundle, archived ones too, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listBundleVariations"];
        readonly put?: never;
        /**
         * Add a way to buy a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createBundleVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/variations/{variationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One variation of a bundle
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getBundleVariation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a variation; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateBundleVariation"];
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/variations/{variationId}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a variation off the shop
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveBundleVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/variations/{variationId}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived variation back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreBundleVariation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/discounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Discounts, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listDiscounts"];
        readonly put?: never;
        /**
         * Add a discount
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createDiscount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/discounts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One discount
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getDiscount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a discount; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateDiscount"];
        readonly trace?: never;
    };
    readonly "/api/discounts/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a discount for good
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveDiscount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/discounts/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived discount back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreDiscount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/offers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Offers, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["listOffers"];
        readonly put?: never;
        /**
         * Add an offer
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["createOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/offers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One offer
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["getOffer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change an offer; what is not sent stays
         * @description Needs an API key with the scope `products:write`.
         */
        readonly patch: operations["updateOffer"];
        readonly trace?: never;
    };
    readonly "/api/offers/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take an offer out of the shop
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["archiveOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/offers/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put an archived offer back
         * @description Needs an API key with the scope `products:write`.
         */
        readonly post: operations["restoreOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The price of a product, and why: which discounts applied, which did not, and the reason
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["quoteProduct"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The price of a bundle, and why: which discounts applied, which did not, and the reason
         * @description Needs an API key with the scope `products:read`.
         */
        readonly get: operations["quoteBundle"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/public/icons/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The icon of a product or bundle
         * @description Its address changes with its content, so it can be cached for ever.
         */
        readonly get: operations["getIcon"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/public/vendors/current": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The merchant behind this host
         * @description What pages show of the vendor: name, logo and links.
         */
        readonly get: operations["getCurrentVendor"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/jwks.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every public license key, as JWKS
         * @description The key that signs now stands first; retired keys stay, so that older tokens verify.
         */
        readonly get: operations["getLicenseKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/public/license-key.pem": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The public key of new license tokens, as PEM
         * @description For applications that check license tokens without a connection. Keys that signed before are in `/.well-known/jwks.json`.
         */
        readonly get: operations["getLicenseKeyPem"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process answers
         * @description Asks neither the database nor the disk.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process can do its work
         * @description Asks the database and the disk; 503 says what is in the way.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/products/{id}/icon": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Give a product an icon: a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB
         * @description Needs an API key with the scope `products:write`.
         */
        readonly put: operations["setProductIcon"];
        readonly post?: never;
        /**
         * Take the icon of a product away
         * @description Needs an API key with the scope `products:write`.
         */
        readonly delete: operations["removeProductIcon"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/bundles/{id}/icon": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Give a bundle an icon: a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB
         * @description Needs an API key with the scope `products:write`.
         */
        readonly put: operations["setBundleIcon"];
        readonly post?: never;
        /**
         * Take the icon of a bundle away
         * @description Needs an API key with the scope `products:write`.
         */
        readonly delete: operations["removeBundleIcon"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Activation */
        readonly Activation: {
            readonly id: string;
            readonly licenseId: string;
            /** @description The device. */
            readonly name: string;
            /** @enum {unknown} */
            readonly activationMethod: "Online" | "Offline";
            /**
             * @description Devices of a license that was revoked or has expired read Revoked.
             * @enum {unknown}
             */
            readonly status: "Active" | "Revoked";
            /** Format: date-time */
            readonly firstValidatedAt: string;
            /** Format: date-time */
            readonly lastValidatedAt: string;
            /** @description Whether its owner may release it: the device holds a seat, and the vendor allows it for this product and method. A pause between two releases may be running nonetheless. */
            readonly canRelease: boolean;
        };
        /** ActivationPage */
        readonly ActivationPage: {
            readonly items: readonly components["schemas"]["Activation"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** ActivationPending */
        readonly ActivationPending: {
            /** @constant */
            readonly status: "activation_pending";
            readonly email: string;
        };
        /** ActivationRequest */
        readonly ActivationRequest: {
            readonly id: string;
            /** @enum {unknown} */
            readonly status: "Requested" | "Fulfilled" | "Completed" | "Cancelled";
            /** @description The device that is to be activated. */
            readonly deviceName: string;
            /** @enum {unknown} */
            readonly method: "Online" | "Offline";
            /** Format: date-time */
            readonly expiresAt: string;
            readonly product: components["schemas"]["StorefrontProduct"];
            /** @enum {unknown} */
            readonly fulfillmentType?: "License" | "Trial";
            readonly trialEligibility?: {
                /** @description A trial can be started, or goes on. */
                readonly eligible: boolean;
                /** @description The device has had a trial of the product. */
                readonly existing: boolean;
                readonly requiresAccount: boolean;
                /** @constant */
                readonly requiresNewsletterOptIn: false;
                readonly numberOfDaysPerProduct: number;
                readonly numberOfDaysRemaining: number;
            };
            readonly licenseEligibility?: {
                /** @description The customer has a seat for this device. */
                readonly eligible: boolean;
            };
        };
        /** Address */
        readonly Address: {
            readonly countryCode: string;
            readonly streetAddress1: string;
            readonly streetAddress2: string | null;
            readonly postCode: string;
            readonly locality: string | null;
            readonly region: string | null;
        };
        /** AddressInput */
        readonly AddressInput: {
            /** @description ISO 3166-1 alpha-2. */
            readonly countryCode: string;
            readonly streetAddress1: string;
            /** @description Second line. */
            readonly streetAddress2?: string | null;
            readonly postCode: string;
            /** @description City; needed when there is no region. */
            readonly locality?: string | null;
            /** @description State; needed when there is no locality. */
            readonly region?: string | null;
        };
        /** AddressProof */
        readonly AddressProof: {
            /** @description The password of the account. */
            readonly password?: string;
        };
        /** Amount */
        readonly Amount: {
            readonly currency: string;
            readonly amount: number;
        };
        /** AmountsByCurrency */
        readonly AmountsByCurrency: {
            readonly [key: string]: number;
        };
        /** BillingDetails */
        readonly BillingDetails: {
            readonly name: string;
            /** @description The receipt goes there. */
            readonly email: string;
            readonly businessName?: string | null;
            readonly taxId?: string | null;
            readonly phone?: string | null;
            readonly address?: components["schemas"]["AddressInput"] | null;
        };
        /** BrowserActivationRequest */
        readonly BrowserActivationRequest: {
            /** @description For polling alone. */
            readonly id: string;
            /**
             * Format: uri
             * @description Poll this.
             */
            readonly request: string;
            /**
             * Format: uri
             * @description Open this in the browser of the customer.
             */
            readonly browser: string;
        };
        /** Bundle */
        readonly Bundle: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description: string;
            readonly purchasable: boolean;
            readonly website: string | null;
            readonly iconUrl: string | null;
            readonly productIds: readonly string[];
            readonly position: number;
            readonly isArchived: boolean;
            /** @description Without archived ones, the default one first. */
            readonly variations: readonly components["schemas"]["Variation"][];
            readonly properties?: components["schemas"]["CustomProperties"];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        /** BundleChanges */
        readonly BundleChanges: {
            readonly name?: string;
            /** @description In the order in which they are shown. */
            readonly productIds?: readonly string[];
            readonly tagline?: string;
            readonly description?: string;
            /** @description Absolute URL. */
            readonly website?: string | null;
            /** @description Whether the shop sells it. Default true. */
            readonly purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            readonly position?: number;
        };
        /** BundlePage */
        readonly BundlePage: {
            readonly items: readonly components["schemas"]["Bundle"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** BundledProduct */
        readonly BundledProduct: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description?: string;
            readonly website: string | null;
            readonly iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            readonly owned: boolean;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            readonly currentVersion?: string;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly defaultVariation?: components["schemas"]["StorefrontVariation"];
            readonly variations?: readonly components["schemas"]["StorefrontVariation"][];
            /** @description Whether it is in the purchase: not when the bundle is partial and the customer owns it. */
            readonly included: boolean;
        };
        /**
         * Checkout
         * @description What the checkout page shows of an order.
         */
        readonly Checkout: {
            readonly vendor: {
                readonly id: string;
                readonly name: string;
                readonly logoUrl?: string;
            };
            readonly status: components["schemas"]["OrderStatus"];
            /** @description The order has become another buyer’s since the link was made, or is being paid by another link; it takes no payment by this one. */
            readonly taken: boolean;
            /** @description The order belongs to a customer whom this link does not show. What is bought goes to that customer, whoever pays. */
            readonly forOwner: boolean;
            readonly currency: string;
            /** @description Stands for the items, quantities, prices and the currency. The payment sends it back, so that nobody pays for another order than they saw. */
            readonly fingerprint: string;
            readonly lines: readonly components["schemas"]["CheckoutLine"][];
            /** @description What the shop no longer sells since it was put in the cart, in the order of the cart. It is not paid for. */
            readonly withdrawnLines: readonly components["schemas"]["WithdrawnLine"][];
            readonly total?: components["schemas"]["OrderTotal"];
            readonly buyer: {
                readonly name: string | null;
                readonly email: string | null;
                /** @description The order belongs to a customer, whose email it is. */
                readonly locked: boolean;
                /** @description What else the shop was told of a guest, from the same network. The bill has it when the payment sends it back. */
                readonly billing?: {
                    readonly businessName?: string;
                    readonly taxId?: string;
                    readonly phone?: string;
                    readonly address?: components["schemas"]["Address"];
                };
            };
            /** @description Whether there are files to download of what is bought. */
            readonly downloads: boolean;
            readonly payment: {
                /** @enum {unknown} */
                readonly provider: "sandbox" | "none";
            };
            readonly returnUrl?: string;
            /** @description Why the last payment failed. */
            readonly failure?: string;
            /** @description Why a payment of the order as it is would be refused, a sentence each. */
            readonly checkoutRefusals?: readonly string[];
        };
        /** CheckoutLine */
        readonly CheckoutLine: {
            readonly id: string;
            /** @enum {unknown} */
            readonly type: "Product" | "Bundle";
            readonly name: string;
            readonly tagline?: string;
            readonly iconUrl: string | null;
            readonly variationName: string;
            readonly recurrence: components["schemas"]["Recurrence"];
            readonly quantity: number;
            readonly unitPrice: number;
            readonly total: {
                readonly original: number;
                readonly discount: number;
                readonly subtotal: number;
                readonly due: number;
            };
            readonly discountName?: string;
            /** @description Those of `checkoutRefusals` for which this line is to blame. */
            readonly refusals?: readonly string[];
        };
        /** CommunicationPreferences */
        readonly CommunicationPreferences: {
            readonly newsletterOptIn: boolean;
            readonly productUpdatesOptIn: boolean;
        };
        /** ConfirmedIdentity */
        readonly ConfirmedIdentity: {
            readonly id: string;
            /** @description Null for some imported customers. */
            readonly name: string | null;
            readonly email: string;
            /** @description The account. */
            readonly tenantId: string;
            /** @constant */
            readonly userType: "Customer";
            /** @description Whether the present email was ever confirmed. */
            readonly confirmedAccount: boolean;
            readonly communicationPreferences: components["schemas"]["CommunicationPreferences"];
            /** @description Product ids. */
            readonly ownedProducts: readonly string[];
            /** @description Product ids. */
            readonly subscribedProducts: readonly string[];
            /** @description Whether any product is subscribed to. */
            readonly hasSubscriptions: boolean;
            readonly connectedAccounts: readonly string[];
            readonly address?: components["schemas"]["Address"];
            readonly phone?: string;
            /** @description What others have bought for this email address and is given once it is confirmed. */
            readonly awaitsProof?: {
                /** @description Product ids. */
                readonly products: readonly string[];
                /** @description A sentence for the customer. */
                readonly message: string;
            };
            /** @description JWT; by default it lasts 15 minutes. */
            readonly accessToken?: string;
            /** @description Exchanged, once, for a new pair of tokens. */
            readonly refreshToken?: string;
            readonly status: "SignedIn" | "PasswordSetupRequired";
            /** @description A code for reset-password, where the customer has no password yet. */
            readonly resetPasswordToken?: string;
        };
        /**
         * CustomProperties
         * @description Custom properties by name; absent when there are none.
         */
        readonly CustomProperties: {
            readonly [key: string]: unknown;
        };
        /**
         * CustomPropertiesInput
         * @description Name to {type: text|number|date|object, value, public, includeInToken}; replaces all existing properties.
         */
        readonly CustomPropertiesInput: {
            readonly [key: string]: unknown;
        };
        /** Customer */
        readonly Customer: {
            readonly id: string;
            /** @description Full name; null for some imported customers. */
            readonly name: string | null;
            /** @description For business customers. */
            readonly businessName: string | null;
            /** @description For business customers. */
            readonly taxId: string | null;
            readonly email: string;
            /** @description Whether the present address was ever confirmed. */
            readonly emailConfirmed: boolean;
            readonly hasPassword: boolean;
            readonly isDeleted: boolean;
            /** @description Product ids. */
            readonly ownedProducts: readonly string[];
            /** @description Product ids. */
            readonly subscribedProducts: readonly string[];
            readonly address: components["schemas"]["Address"] | null;
            readonly communicationPreferences: components["schemas"]["CommunicationPreferences"];
            readonly properties?: components["schemas"]["CustomProperties"];
        };
        /** CustomerPage */
        readonly CustomerPage: {
            readonly items: readonly components["schemas"]["Customer"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** Device */
        readonly Device: {
            /** @description Shown to the customer. */
            readonly deviceName: string;
            /** @description A stable fingerprint of the device, compared literally. */
            readonly deviceSignature: string;
        };
        /** Discount */
        readonly Discount: {
            /** @constant */
            readonly type: "FlatAmountOffDiscount";
            readonly name: string;
            readonly description?: string;
            readonly total?: components["schemas"]["AmountsByCurrency"];
            /** @description Admits no offer and no coupon on the same line. */
            readonly isExclusive: boolean;
        } | {
            /** @constant */
            readonly type: "PercentageOffDiscount";
            readonly name: string;
            readonly description?: string;
            readonly total?: components["schemas"]["AmountsByCurrency"];
            /** @description Admits no offer and no coupon on the same line. */
            readonly isExclusive: boolean;
            readonly percentage: number;
        };
        /**
         * DiscountAudience
         * @description By how many or which products the customer owns. Empty: for everyone.
         */
        readonly DiscountAudience: {
            readonly ownedCount?: {
                readonly least?: number;
                readonly most?: number;
            };
            readonly owns?: {
                /** @enum {unknown} */
                readonly match: "Some" | "All" | "None";
                readonly productIds: readonly string[];
            };
        };
        /** DiscountChanges */
        readonly DiscountChanges: {
            readonly name?: string;
            readonly type?: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            /** @description Of FlatAmountOffDiscount: what comes off one unit, by currency. */
            readonly amounts?: {
                readonly [key: string]: number;
            };
            readonly description?: string | null;
            /** @description Nothing else comes off the same line. */
            readonly isExclusive?: boolean;
            /** @description Null: from ever. */
            readonly startsAt?: string | null;
            /** @description No longer at this moment. Null: never. */
            readonly endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            readonly targets?: readonly components["schemas"]["ItemTarget"][];
            readonly audience?: components["schemas"]["DiscountAudience"];
            readonly utm?: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            readonly currencies?: readonly string[];
        };
        /** DiscountRule */
        readonly DiscountRule: {
            readonly id: string;
            readonly name: string;
            readonly type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            readonly amounts?: components["schemas"]["AmountsByCurrency"];
            readonly description: string | null;
            readonly isExclusive: boolean;
            readonly startsAt: string | null;
            readonly endsAt: string | null;
            /** @description Empty: everything that is sold. */
            readonly targets: readonly components["schemas"]["ItemTarget"][];
            readonly audience: components["schemas"]["DiscountAudience"];
            readonly utm: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            readonly currencies: readonly string[];
            readonly isArchived: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        /** DiscountRulePage */
        readonly DiscountRulePage: {
            readonly items: readonly components["schemas"]["DiscountRule"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** Download */
        readonly Download: {
            readonly name: string;
            readonly key: string;
            /** @enum {unknown} */
            readonly platform: "Universal" | "Windows" | "Mac" | "Linux" | "iOS" | "Android";
            /** @description Bytes. */
            readonly size: number;
            /** @description Absolute URL on the host of the account. */
            readonly path: string;
        };
        /**
         * DownloadAccess
         * @enum {unknown}
         */
        readonly DownloadAccess: "Everyone" | "Customer" | "Owner";
        /** Health */
        readonly Health: {
            /** @constant */
            readonly status: "ok";
        };
        /** Icon */
        readonly Icon: {
            readonly iconUrl: string | null;
        };
        /** Identity */
        readonly Identity: {
            readonly id: string;
            /** @description Null for some imported customers. */
            readonly name: string | null;
            readonly email: string;
            /** @description The account. */
            readonly tenantId: string;
            /** @constant */
            readonly userType: "Customer";
            /** @description Whether the present email was ever confirmed. */
            readonly confirmedAccount: boolean;
            readonly communicationPreferences: components["schemas"]["CommunicationPreferences"];
            /** @description Product ids. */
            readonly ownedProducts: readonly string[];
            /** @description Product ids. */
            readonly subscribedProducts: readonly string[];
            /** @description Whether any product is subscribed to. */
            readonly hasSubscriptions: boolean;
            readonly connectedAccounts: readonly string[];
            readonly address?: components["schemas"]["Address"];
            readonly phone?: string;
            /** @description What others have bought for this email address and is given once it is confirmed. */
            readonly awaitsProof?: {
                /** @description Product ids. */
                readonly products: readonly string[];
                /** @description A sentence for the customer. */
                readonly message: string;
            };
            /** @description JWT; by default it lasts 15 minutes. */
            readonly accessToken?: string;
            /** @description Exchanged, once, for a new pair of tokens. */
            readonly refreshToken?: string;
        };
        /** ItemTarget */
        readonly ItemTarget: {
            /** @enum {unknown} */
            readonly type: "Product" | "Bundle";
            readonly id: string;
            /** @description Empty or absent: all of them. */
            readonly variationIds?: readonly string[];
        };
        /**
         * KeyAlgorithm
         * @enum {unknown}
         */
        readonly KeyAlgorithm: "RS256" | "ES256" | "EdDSA";
        /** License */
        readonly License: {
            readonly id: string;
            /** @description The customer. */
            readonly ownerId: string;
            readonly productId: string;
            readonly status: "Active" | "Revoked" | "Expired";
            /**
             * @description Its customer gets it once they have proven their email address.
             * @constant
             */
            readonly awaitsProof?: true;
            readonly activeNumberOfActivations: number;
            readonly maxNumberOfActivations: number;
            readonly offlineActivationsAllowed: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt?: string;
            readonly keyCode?: string;
            readonly externalId?: string;
            readonly properties?: components["schemas"]["CustomProperties"];
        };
        /** LicenseImport */
        readonly LicenseImport: {
            /** @description The customer. */
            readonly ownerId: string;
            readonly productId: string;
            readonly maxNumberOfActivations?: number;
            readonly offlineActivationsAllowed?: boolean;
            readonly activations?: readonly {
                /** @description Shown to the customer. */
                readonly deviceName: string;
                /** @description A stable fingerprint of the device, compared literally. */
                readonly deviceSignature: string;
                /** @enum {unknown} */
                readonly activationMethod: "Online" | "Offline";
                /** Format: date-time */
                readonly lastValidation?: string;
            }[];
            /** @description The customer sees it. */
            readonly keyCode?: string;
            /** @description Yours; unique, so that an import can be repeated. */
            readonly externalId?: string;
            /** Format: date-time */
            readonly expiresAt?: string;
            /** Format: date-time */
            readonly createdAt?: string;
        };
        /** LicenseKey */
        readonly LicenseKey: {
            /** @description Tokens carry it in their header. */
            readonly kid: string;
            readonly algorithm: components["schemas"]["KeyAlgorithm"];
            /**
             * @description The active one signs, retired ones verify.
             * @enum {unknown}
             */
            readonly status: "Active" | "Retired";
            /** @description SPKI. */
            readonly publicKeyPem: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly retiredAt?: string;
        };
        /** LicensePage */
        readonly LicensePage: {
            readonly items: readonly components["schemas"]["License"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** LicenseProvision */
        readonly LicenseProvision: {
            /** @description The customer. */
            readonly ownerId?: string;
            /** @description Found by the email, or made without a password. */
            readonly customer?: {
                readonly name?: string;
                readonly email: string;
            };
            readonly requests: readonly {
                readonly productId: string;
                /** @default 1 */
                readonly quantity: number;
                /** @description Provision only up to this number of usable licenses. */
                readonly limitPerCustomer?: number;
            }[];
        };
        /** LicenseSummary */
        readonly LicenseSummary: {
            readonly id: string;
            readonly product: {
                readonly id: string;
                readonly name: string;
                readonly tagline: string;
                readonly website?: string;
                readonly iconUrl?: string;
                readonly currentVersion: string | null;
                /** @description Licenses that can be used. */
                readonly numberOfLicenses: number;
                /** @description Trials started. */
                readonly numberOfTrials: number;
                /** @description Seats taken. */
                readonly currentActivations: number;
                /** @description Seats there are. */
                readonly maxActivations: number;
                /** @description Whether the caller may download now. */
                readonly downloadsAllowed: boolean;
                readonly downloadsNeedsUser: boolean;
                readonly downloadsNeedsOwnership: boolean;
                /** @constant */
                readonly downloadsNeedsGroupMembership: false;
                readonly downloads?: readonly components["schemas"]["Download"][];
            };
            /**
             * @description A license that has expired reads Revoked.
             * @enum {unknown}
             */
            readonly status: "Active" | "Revoked";
            readonly activeNumberOfActivations: number;
            readonly maxNumberOfActivations: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt?: string;
            readonly keyCode?: string;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
        };
        /** LicenseSummaryPage */
        readonly LicenseSummaryPage: {
            readonly items: readonly components["schemas"]["LicenseSummary"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /**
         * LicensingSettings
         * @description What is null is as the settings of the account say.
         */
        readonly LicensingSettings: {
            readonly releasesOnline: boolean | null;
            readonly releasesOffline: boolean | null;
            readonly releasePauseSeconds: number | null;
            readonly offlineDays: number | null;
        };
        /** NewBundle */
        readonly NewBundle: {
            /** @description Chosen by the merchant; a slug. */
            readonly id: string;
            readonly name: string;
            /** @description In the order in which they are shown. */
            readonly productIds: readonly string[];
            readonly tagline?: string;
            readonly description?: string;
            /** @description Absolute URL. */
            readonly website?: string | null;
            /** @description Whether the shop sells it. Default true. */
            readonly purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            readonly position?: number;
            readonly properties?: components["schemas"]["CustomPropertiesInput"];
            readonly variations?: readonly components["schemas"]["NewVariation"][];
        };
        /** NewDiscount */
        readonly NewDiscount: {
            /** @description Chosen by the merchant; a slug. */
            readonly id?: string;
            readonly name: string;
            readonly type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            /** @description Of FlatAmountOffDiscount: what comes off one unit, by currency. */
            readonly amounts?: {
                readonly [key: string]: number;
            };
            readonly description?: string | null;
            /** @description Nothing else comes off the same line. */
            readonly isExclusive?: boolean;
            /** @description Null: from ever. */
            readonly startsAt?: string | null;
            /** @description No longer at this moment. Null: never. */
            readonly endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            readonly targets?: readonly components["schemas"]["ItemTarget"][];
            readonly audience?: components["schemas"]["DiscountAudience"];
            readonly utm?: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            readonly currencies?: readonly string[];
        };
        /** NewOffer */
        readonly NewOffer: {
            /** @description Chosen by the merchant; a slug. */
            readonly id?: string;
            readonly name: string;
            readonly type: components["schemas"]["PriceRuleType"];
            readonly target: components["schemas"]["ItemTarget"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            /** @description Of FlatAmountOffDiscount: what comes off one unit, by currency. */
            readonly amounts?: {
                readonly [key: string]: number;
            };
            readonly description?: string | null;
            /** @description Nothing else comes off the same line. */
            readonly isExclusive?: boolean;
            /** @description Null: from ever. */
            readonly startsAt?: string | null;
            /** @description No longer at this moment. Null: never. */
            readonly endsAt?: string | null;
            /** @description What counts. Empty: everything. */
            readonly relevantItems?: readonly components["schemas"]["ItemTarget"][];
            /** @description Default 1. */
            readonly minimumItems?: number;
            readonly position?: number;
        };
        /** NewProduct */
        readonly NewProduct: {
            /** @description Chosen by the merchant; a slug. */
            readonly id: string;
            readonly name: string;
            readonly tagline?: string;
            readonly description?: string;
            /** @description Absolute URL. */
            readonly website?: string | null;
            /** @description Whether the shop sells it. Default true. */
            readonly purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            readonly position?: number;
            readonly status?: components["schemas"]["ProductStatus"];
            /** @description Default 1. */
            readonly maxNumberOfActivations?: number;
            /** @description The default of a new product is `allowsOffline` of the account’s settings. */
            readonly offlineActivationsAllowed?: boolean;
            readonly trialsAllowed?: boolean;
            /** @description Default 14. */
            readonly trialDays?: number;
            readonly trialRequiresAccount?: boolean;
            readonly downloadAccess?: components["schemas"]["DownloadAccess"];
            readonly properties?: components["schemas"]["CustomPropertiesInput"];
            readonly variations?: readonly components["schemas"]["NewVariation"][];
        };
        /** NewVariation */
        readonly NewVariation: {
            /** @description Chosen by the merchant; a slug. */
            readonly id?: string;
            readonly name: string;
            readonly recurrence?: components["schemas"]["Recurrence"];
            /** @description Decimal price by currency; each currency that the account sells in needs one. */
            readonly prices: {
                readonly [key: string]: number;
            };
            /** @description The first of an item is the default one. */
            readonly isDefault?: boolean;
            readonly position?: number;
        };
        /** NewVoucherBatch */
        readonly NewVoucherBatch: {
            readonly name: string;
            readonly description?: string;
            /** @description How many codes to make. */
            readonly quantity: number;
            /** Format: date-time */
            readonly expiresAt?: string;
            readonly contents: readonly components["schemas"]["VoucherContent"][];
        };
        /** NewsletterChoice */
        readonly NewsletterChoice: {
            readonly email: string;
            readonly name?: string;
            readonly newsletter: boolean;
            readonly productUpdates: boolean;
        };
        /** Offer */
        readonly Offer: {
            readonly id: string;
            /** @constant */
            readonly scope: "Item";
            readonly target: components["schemas"]["OfferTarget"];
            /** @description Empty: any variation. */
            readonly targetVariations: readonly components["schemas"]["StorefrontVariation"][];
            readonly targets: readonly {
                readonly item: components["schemas"]["OfferTarget"];
                /** @description Ids; empty: any variation. */
                readonly variations: readonly string[];
            }[];
            readonly condition: {
                /** @constant */
                readonly type: "CartContainsItems";
                readonly minimumItems: number;
                /** @description Product/{id} or Bundle/{id} to the variation ids that count. */
                readonly relevantItemVariations: {
                    readonly [key: string]: readonly string[];
                };
                /** @description Product/{id} or Bundle/{id} to the variation ids that count. */
                readonly relevantItemsVariations: {
                    readonly [key: string]: readonly string[];
                };
            };
            readonly discount: components["schemas"]["Discount"];
        };
        /** OfferChanges */
        readonly OfferChanges: {
            readonly name?: string;
            readonly type?: components["schemas"]["PriceRuleType"];
            readonly target?: components["schemas"]["ItemTarget"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            /** @description Of FlatAmountOffDiscount: what comes off one unit, by currency. */
            readonly amounts?: {
                readonly [key: string]: number;
            };
            readonly description?: string | null;
            /** @description Nothing else comes off the same line. */
            readonly isExclusive?: boolean;
            /** @description Null: from ever. */
            readonly startsAt?: string | null;
            /** @description No longer at this moment. Null: never. */
            readonly endsAt?: string | null;
            /** @description What counts. Empty: everything. */
            readonly relevantItems?: readonly components["schemas"]["ItemTarget"][];
            /** @description Default 1. */
            readonly minimumItems?: number;
            readonly position?: number;
        };
        /** OfferRule */
        readonly OfferRule: {
            readonly id: string;
            readonly name: string;
            readonly type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            readonly percentage?: number;
            readonly amounts?: components["schemas"]["AmountsByCurrency"];
            readonly description: string | null;
            readonly isExclusive: boolean;
            readonly startsAt: string | null;
            readonly endsAt: string | null;
            readonly target: components["schemas"]["ItemTarget"];
            /** @description What counts. Empty: everything. */
            readonly relevantItems: readonly components["schemas"]["ItemTarget"][];
            /** @description Lines of what counts that the cart must hold, the line under the offer included. */
            readonly minimumItems: number;
            readonly position: number;
            readonly isArchived: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        /** OfferRulePage */
        readonly OfferRulePage: {
            readonly items: readonly components["schemas"]["OfferRule"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** OfferTarget */
        readonly OfferTarget: {
            /** @constant */
            readonly type: "Product";
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description?: string;
            readonly website: string | null;
            readonly iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            readonly owned: boolean;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            readonly currentVersion?: string;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly defaultVariation?: components["schemas"]["StorefrontVariation"];
            readonly variations?: readonly components["schemas"]["StorefrontVariation"][];
        } | {
            /** @constant */
            readonly type: "Bundle";
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description?: string;
            readonly website: string | null;
            readonly iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            readonly owned: boolean;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            readonly currentVersion?: string;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly defaultVariation?: components["schemas"]["StorefrontVariation"];
            readonly variations?: readonly components["schemas"]["StorefrontVariation"][];
            /** @description Only the products that the customer does not own are sold. */
            readonly partial: boolean;
            readonly products: readonly components["schemas"]["BundledProduct"][];
        };
        /** Order */
        readonly Order: {
            readonly id: string;
            readonly status: components["schemas"]["OrderStatus"];
            readonly currency: string;
            readonly items: readonly components["schemas"]["OrderLine"][];
            readonly total?: components["schemas"]["OrderTotal"];
            readonly couponsApplied: readonly {
                readonly code: string;
                readonly name: string;
                readonly description: string;
            }[];
            /** @description Who is billed: filled for the customer whose order it is. For others null once the order is completed, and absent before. */
            readonly customer?: {
                readonly name: string | null;
                readonly businessName: string | null;
                readonly taxId: string | null;
                readonly email: string | null;
                readonly phone: string | null;
                readonly address: components["schemas"]["Address"] | null;
            };
            /** @description Why the last payment failed, until another one begins. */
            readonly lastPaymentFailure?: string;
            /** @description Why the checkout would refuse the order as it is, a sentence each; absent when it would not. */
            readonly checkoutRefusals?: readonly string[];
            readonly checkoutUrl?: string;
            readonly hostedCheckoutUrl?: string;
            readonly embeddedCheckoutUrl?: string;
        };
        /** OrderItem */
        readonly OrderItem: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly iconUrl: string | null;
        };
        /** OrderLine */
        readonly OrderLine: {
            /** @constant */
            readonly type: "Product";
            readonly productId: string;
            /** @description The client's own id of the line. */
            readonly id: string;
            readonly variationId: string;
            readonly quantity: number;
            readonly offerId?: string;
            /** @description As the client sent it. */
            readonly partial?: boolean;
            /** @description As the client sent it. */
            readonly replaced?: readonly unknown[];
            readonly price: components["schemas"]["AmountsByCurrency"];
            readonly originalPrice: components["schemas"]["AmountsByCurrency"];
            readonly variation: components["schemas"]["StorefrontVariation"];
            readonly total: components["schemas"]["OrderLineTotal"];
            readonly appliedDiscount?: components["schemas"]["Discount"];
            readonly product: components["schemas"]["OrderItem"];
        } | {
            /** @constant */
            readonly type: "Bundle";
            readonly bundleId: string;
            /** @description The client's own id of the line. */
            readonly id: string;
            readonly variationId: string;
            readonly quantity: number;
            readonly offerId?: string;
            /** @description As the client sent it. */
            readonly partial?: boolean;
            /** @description As the client sent it. */
            readonly replaced?: readonly unknown[];
            readonly price: components["schemas"]["AmountsByCurrency"];
            readonly originalPrice: components["schemas"]["AmountsByCurrency"];
            readonly variation: components["schemas"]["StorefrontVariation"];
            readonly total: components["schemas"]["OrderLineTotal"];
            readonly appliedDiscount?: components["schemas"]["Discount"];
            readonly bundle: {
                readonly id: string;
                readonly name: string;
                readonly tagline: string;
                readonly iconUrl: string | null;
                readonly products: readonly components["schemas"]["OrderItem"][];
            };
        };
        /** OrderLineInput */
        readonly OrderLineInput: {
            readonly id?: string | null;
            /** @enum {unknown} */
            readonly type: "Product" | "Bundle";
            readonly productId?: string | null;
            readonly bundleId?: string | null;
            readonly variationId: string;
            readonly quantity: number;
            readonly offerId?: string | null;
            readonly partial?: boolean | null;
            readonly replaced?: readonly unknown[] | null;
        };
        /** OrderLineTotal */
        readonly OrderLineTotal: {
            readonly original: components["schemas"]["Amount"];
            readonly discount: components["schemas"]["Amount"];
            readonly subtotal: components["schemas"]["Amount"];
            readonly due: components["schemas"]["Amount"];
        };
        /**
         * OrderStatus
         * @enum {unknown}
         */
        readonly OrderStatus: "Open" | "PaymentProcessing" | "Paid" | "Completed";
        /** OrderTotal */
        readonly OrderTotal: {
            readonly original: components["schemas"]["Amount"];
            readonly discount: components["schemas"]["Amount"];
            readonly subtotal: components["schemas"]["Amount"];
            readonly taxes: components["schemas"]["Amount"];
            readonly due: components["schemas"]["Amount"];
        };
        /** OwnedProduct */
        readonly OwnedProduct: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly website?: string;
            readonly iconUrl?: string;
            readonly currentVersion: string | null;
            /** @description Licenses that can be used. */
            readonly numberOfLicenses: number;
            /** @description Trials started. */
            readonly numberOfTrials: number;
            /** @description Seats taken. */
            readonly currentActivations: number;
            /** @description Seats there are. */
            readonly maxActivations: number;
            /** @description Whether the caller may download now. */
            readonly downloadsAllowed: boolean;
            readonly downloadsNeedsUser: boolean;
            readonly downloadsNeedsOwnership: boolean;
            /** @constant */
            readonly downloadsNeedsGroupMembership: false;
            readonly downloads?: readonly components["schemas"]["Download"][];
        };
        /** OwnedProductPage */
        readonly OwnedProductPage: {
            readonly items: readonly components["schemas"]["OwnedProduct"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** Payment */
        readonly Payment: {
            readonly name: string;
            readonly email: string;
            /** @description What else a guest has billed, as the page shows it. Of a customer it is what the account says. */
            readonly billing?: {
                readonly businessName?: string | null;
                readonly taxId?: string | null;
                readonly phone?: string | null;
                readonly address?: components["schemas"]["AddressInput"] | null;
            };
            /** @description The amount that the buyer saw; refused when it has changed. */
            readonly due?: number;
            /** @description The currency of `due`; without it, the one that the order has. */
            readonly currency?: string;
            /** @description Of the order that the buyer saw; the payment is refused with `OrderChanged` when the order is another one. Send it always. */
            readonly fingerprint?: string;
            /** @enum {unknown} */
            readonly sandboxOutcome?: "Succeed" | "Fail" | "Delay";
        };
        /**
         * PriceRuleType
         * @enum {unknown}
         */
        readonly PriceRuleType: "FlatAmountOffDiscount" | "PercentageOffDiscount";
        /** PriceTraceEntry */
        readonly PriceTraceEntry: {
            /** @enum {unknown} */
            readonly kind: "Discount" | "Offer";
            readonly id: string;
            readonly name: string;
            readonly applied: boolean;
            /** @description What it takes off one unit, or would. */
            readonly amount?: number;
            /** @description Stable code: why it did not apply. */
            readonly reason?: string;
            readonly explanation?: string;
        };
        /**
         * Problem
         * @description A refusal or failure.
         */
        readonly Problem: {
            /** @description A URI that names the kind of problem. */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail?: string;
            /** @description The id of the thing that the problem is about. */
            readonly instance?: string;
            /** @description Field path to every message about it, each a full sentence. */
            readonly errors?: {
                readonly [key: string]: readonly string[];
            };
            /** @description A stable code for programs. */
            readonly errorType: string;
            /** @description Finds this request in the log of the server. */
            readonly traceId: string;
        };
        /** Product */
        readonly Product: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description: string;
            readonly status: components["schemas"]["ProductStatus"];
            readonly purchasable: boolean;
            readonly website: string | null;
            readonly iconUrl: string | null;
            readonly currentReleaseVersion: string | null;
            /** @description Seats of a new license. */
            readonly maxNumberOfActivations: number;
            readonly offlineActivationsAllowed: boolean;
            readonly trialsAllowed: boolean;
            readonly trialDays: number;
            readonly trialRequiresAccount: boolean;
            readonly downloadAccess: components["schemas"]["DownloadAccess"];
            readonly position: number;
            readonly isArchived: boolean;
            /** @description Without archived ones, the default one first. */
            readonly variations: readonly components["schemas"]["Variation"][];
            readonly properties?: components["schemas"]["CustomProperties"];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        /** ProductChanges */
        readonly ProductChanges: {
            readonly name?: string;
            readonly tagline?: string;
            readonly description?: string;
            /** @description Absolute URL. */
            readonly website?: string | null;
            /** @description Whether the shop sells it. Default true. */
            readonly purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            readonly position?: number;
            readonly status?: components["schemas"]["ProductStatus"];
            /** @description Default 1. */
            readonly maxNumberOfActivations?: number;
            /** @description The default of a new product is `allowsOffline` of the account’s settings. */
            readonly offlineActivationsAllowed?: boolean;
            readonly trialsAllowed?: boolean;
            /** @description Default 14. */
            readonly trialDays?: number;
            readonly trialRequiresAccount?: boolean;
            readonly downloadAccess?: components["schemas"]["DownloadAccess"];
        };
        /** ProductPage */
        readonly ProductPage: {
            readonly items: readonly components["schemas"]["Product"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /**
         * ProductStatus
         * @enum {unknown}
         */
        readonly ProductStatus: "Active" | "Inactive";
        /**
         * PublicJwk
         * @description A public key as RFC 7517 has it.
         */
        readonly PublicJwk: {
            readonly kty: string;
            /** @description RFC 7638 thumbprint; tokens carry it in their header. */
            readonly kid: string;
            readonly alg: string;
            /** @constant */
            readonly use: "sig";
            readonly n?: string;
            readonly e?: string;
            readonly crv?: string;
            readonly x?: string;
            readonly y?: string;
        };
        /** Quote */
        readonly Quote: {
            readonly itemId: string;
            readonly variationId: string;
            readonly currency: string;
            readonly quantity: number;
            /** Format: date-time */
            readonly at: string;
            readonly sellable: boolean;
            /** @description Why it cannot be sold. */
            readonly refusal?: string;
            readonly unitOriginal?: number;
            readonly unitPrice?: number;
            readonly total?: {
                readonly original: number;
                readonly discount: number;
                readonly subtotal: number;
            };
            /** @description Of a bundle: how its listed price is split over its products. */
            readonly parts?: readonly {
                readonly productId: string;
                readonly share: number;
                readonly included: boolean;
            }[];
            /** @description Every discount, and every offer on this item. */
            readonly trace: readonly components["schemas"]["PriceTraceEntry"][];
        };
        /** Recurrence */
        readonly Recurrence: {
            /** @constant */
            readonly type: "OneOff";
        } | {
            /** @constant */
            readonly type: "Recurring";
            /** @enum {unknown} */
            readonly cycleLength: "Daily" | "Weekly" | "Monthly" | "Quarterly" | "Yearly";
        };
        /** Session */
        readonly Session: {
            readonly id: string;
            /**
             * Format: date-time
             * @description When the customer signed in.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When its tokens were last renewed.
             */
            readonly lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used.
             */
            readonly expiresAt: string;
            /** @description What the client called itself. */
            readonly userAgent?: string;
            /** @description Whether it is the one of this request. */
            readonly isCurrent: boolean;
        };
        /** SessionPage */
        readonly SessionPage: {
            readonly items: readonly components["schemas"]["Session"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** SignUp */
        readonly SignUp: {
            /** @description Full name. */
            readonly name: string;
            readonly email: string;
            /** @description 8 to 128 characters: lower case, upper case, digits and a symbol. */
            readonly password: string;
            readonly address?: components["schemas"]["AddressInput"];
            readonly acceptedPrivacyPolicy?: boolean;
            readonly acceptedTermsAndConditions?: boolean;
        };
        /** Storefront */
        readonly Storefront: {
            readonly suggestedCurrency: string;
            readonly enabledCurrencies: readonly string[];
            readonly validUntil: string | null;
            readonly bundles: readonly components["schemas"]["StorefrontBundle"][];
            readonly products: readonly components["schemas"]["StorefrontProduct"][];
            readonly offers: readonly components["schemas"]["Offer"][];
        };
        /** StorefrontBundle */
        readonly StorefrontBundle: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description?: string;
            readonly website: string | null;
            readonly iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            readonly owned: boolean;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            readonly currentVersion?: string;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly defaultVariation?: components["schemas"]["StorefrontVariation"];
            readonly variations?: readonly components["schemas"]["StorefrontVariation"][];
            /** @description Only the products that the customer does not own are sold. */
            readonly partial: boolean;
            readonly products: readonly components["schemas"]["BundledProduct"][];
        };
        /** StorefrontProduct */
        readonly StorefrontProduct: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly description?: string;
            readonly website: string | null;
            readonly iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            readonly owned: boolean;
            /** @description Public custom properties, as plain values. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            readonly currentVersion?: string;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly defaultVariation?: components["schemas"]["StorefrontVariation"];
            readonly variations?: readonly components["schemas"]["StorefrontVariation"][];
        };
        /** StorefrontVariation */
        readonly StorefrontVariation: {
            readonly id: string;
            readonly name: string;
            readonly recurrence: components["schemas"]["Recurrence"];
            readonly originalPrice: components["schemas"]["AmountsByCurrency"];
            readonly price: components["schemas"]["AmountsByCurrency"];
            readonly hasDiscount: boolean;
            readonly discount?: components["schemas"]["Discount"];
        };
        /** Trial */
        readonly Trial: {
            readonly id: string;
            readonly productId: string;
            /** @description The customer; absent on anonymous trials. */
            readonly ownerId?: string;
            readonly deviceName: string;
            readonly deviceSignature: string;
            /** Format: date-time */
            readonly lastValidatedAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {unknown} */
            readonly status: "Active" | "Expired";
            readonly properties?: components["schemas"]["CustomProperties"];
        };
        /** TrialImport */
        readonly TrialImport: {
            readonly productId: string;
            /** @description Shown to the customer. */
            readonly deviceName: string;
            /** @description A stable fingerprint of the device, compared literally. */
            readonly deviceSignature: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly ownerId?: string;
            /** Format: date-time */
            readonly lastValidation?: string;
            /** Format: date-time */
            readonly createdAt?: string;
        };
        /** TrialPage */
        readonly TrialPage: {
            readonly items: readonly components["schemas"]["Trial"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** TrialsReport */
        readonly TrialsReport: {
            readonly items: readonly {
                /**
                 * Format: date
                 * @description A day in UTC, such as 2026-03-01.
                 */
                readonly day: string;
                readonly productId: string;
                readonly started: number;
                /** @description Devices with a trial that were licensed for the first time. */
                readonly converted: number;
            }[];
        };
        /** UsageReport */
        readonly UsageReport: {
            readonly items: readonly {
                /**
                 * Format: date
                 * @description A day in UTC, such as 2026-03-01.
                 */
                readonly day: string;
                readonly productId: string;
                /** @enum {unknown} */
                readonly kind: "License" | "Trial";
                /** @description Absent when applications did not tell. */
                readonly appVersion?: string;
                readonly platform?: string;
                /** @description Devices that were activated or validated on that day. */
                readonly activeDevices: number;
            }[];
        };
        /**
         * UtmFilter
         * @description UTM parameter to the values of which one must be met. Empty: from anywhere.
         */
        readonly UtmFilter: {
            readonly source?: readonly string[];
            readonly medium?: readonly string[];
            readonly campaign?: readonly string[];
            readonly term?: readonly string[];
            readonly content?: readonly string[];
            readonly referrer?: readonly string[];
        };
        /** Variation */
        readonly Variation: {
            readonly id: string;
            readonly name: string;
            readonly recurrence: components["schemas"]["Recurrence"];
            readonly prices: components["schemas"]["AmountsByCurrency"];
            readonly isDefault: boolean;
            readonly position: number;
            readonly isArchived: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        /** VariationChanges */
        readonly VariationChanges: {
            readonly name?: string;
            readonly recurrence?: components["schemas"]["Recurrence"];
            /** @description Replaces all prices. */
            readonly prices?: {
                readonly [key: string]: number;
            };
            /** @description True makes it the default one instead of another. */
            readonly isDefault?: boolean;
            readonly position?: number;
        };
        /** VariationPage */
        readonly VariationPage: {
            readonly items: readonly components["schemas"]["Variation"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /**
         * Vendor
         * @description The merchant behind this host.
         */
        readonly Vendor: {
            readonly id: string;
            readonly name: string;
            readonly logoUrl: string | null;
            readonly websiteUrl?: string;
            /** @description Where the vendor sells. */
            readonly storefrontUrl?: string;
        };
        /** VersionedProduct */
        readonly VersionedProduct: {
            readonly id: string;
            readonly name: string;
            readonly tagline: string;
            readonly website?: string;
            readonly iconUrl?: string;
            readonly currentVersion: string | null;
            /** @description Licenses that can be used. */
            readonly numberOfLicenses: number;
            /** @description Trials started. */
            readonly numberOfTrials: number;
            /** @description Seats taken. */
            readonly currentActivations: number;
            /** @description Seats there are. */
            readonly maxActivations: number;
            /** @description Whether the caller may download now. */
            readonly downloadsAllowed: boolean;
            readonly downloadsNeedsUser: boolean;
            readonly downloadsNeedsOwnership: boolean;
            /** @constant */
            readonly downloadsNeedsGroupMembership: false;
            readonly downloads?: readonly components["schemas"]["Download"][];
            readonly version?: string;
            readonly releaseDescription?: string;
        };
        /** Voucher */
        readonly Voucher: {
            readonly id: string;
            readonly name: string;
            readonly description: string;
            readonly code: string;
            readonly redeemed: boolean;
            readonly redeemsProducts: readonly {
                /** @description Licenses granted. */
                readonly quantity: number;
                readonly value: components["schemas"]["StorefrontProduct"];
            }[];
            readonly redeemsBundles: readonly {
                /** @description Licenses granted of each product. */
                readonly quantity: number;
                readonly value: components["schemas"]["StorefrontBundle"];
            }[];
        };
        /** VoucherBatch */
        readonly VoucherBatch: {
            readonly id: string;
            readonly name: string;
            readonly description: string;
            /** @enum {unknown} */
            readonly status: "Generating" | "Ready" | "Revoked";
            /** @description How many codes there are to be. */
            readonly quantity: number;
            /** @description How many there are already. */
            readonly generated: number;
            /** @description How many are redeemed; not in lists. */
            readonly redeemed?: number;
            readonly contents: readonly {
                /** @enum {unknown} */
                readonly type: "Product" | "Bundle";
                readonly id: string;
                readonly quantity: number;
            }[];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt?: string;
        };
        /** VoucherBatchPage */
        readonly VoucherBatchPage: {
            readonly items: readonly components["schemas"]["VoucherBatch"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** VoucherCode */
        readonly VoucherCode: {
            readonly id: string;
            readonly code: string;
            readonly redeemed: boolean;
            /** @description The customer. */
            readonly redeemedBy?: string;
            /** Format: date-time */
            readonly redeemedAt?: string;
        };
        /** VoucherCodePage */
        readonly VoucherCodePage: {
            readonly items: readonly components["schemas"]["VoucherCode"][];
            /** @description More results exist. */
            readonly hasMore: boolean;
            /** @description Root-relative path of the next page. */
            readonly next: string | null;
        };
        /** VoucherContent */
        readonly VoucherContent: {
            /** @enum {unknown} */
            readonly type: "Product" | "Bundle";
            readonly id: string;
            /** @description Licenses of the product, or of each product of the bundle. */
            readonly quantity: number;
        };
        /** WithdrawnLine */
        readonly WithdrawnLine: {
            readonly id: string;
            readonly name: string;
            /** @description Its index among all lines of the cart, these included. */
            readonly position: number;
        };
    };
    responses: {
        /**
         * @description The present state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request was approved already. Return to the application.
         */
        readonly ActivationRequestFulfilled: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ActivationRequestFulfilled";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request was approved already. Return to the application.
         *     - `NoFreeActivations`: Every seat of the license is in use. A device can be released in the customer’s account at the vendor (the customer portal).
         */
        readonly ActivationRequestFulfilledOrNoFreeActivations: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ActivationRequestFulfilled" | "NoFreeActivations";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request was approved already. Return to the application.
         *     - `TrialExpired`: Trial has expired.
         */
        readonly ActivationRequestFulfilledOrTrialExpired: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ActivationRequestFulfilled" | "TrialExpired";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `BatchNotReady`: The codes of this batch are still being made. Try again in a moment.
         */
        readonly BatchNotReady: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "BatchNotReady";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `BillingNeedsCustomer`: Sign in as the customer of this order to change who is billed.
         *     - `OrderOfAnotherCustomer`: This order belongs to another customer. Begin a new cart.
         */
        readonly BillingNeedsCustomerOrOrderOfAnotherCustomer: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "BillingNeedsCustomer" | "OrderOfAnotherCustomer";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `BundleExists`: Another bundle of the account has this id. Choose another id, or change the existing bundle.
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly BundleExistsOrVariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "BundleExists" | "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `CheckoutLinkExpired`: Checkout links work for one day, and until the password of the account changes. Go back to the shop and start the checkout again.
         *     - `NotFound`: There is no such thing here.
         */
        readonly CheckoutLinkExpiredOrNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 404;
                    /** @enum {unknown} */
                    readonly errorType?: "CheckoutLinkExpired" | "NotFound";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `Conflict`: The current state does not allow this change. Read it again and retry.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly ConflictOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "Conflict" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `DiscountExists`: Another discount of the account has this id. Choose another id, or change the existing discount.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly DiscountExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "DiscountExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
         */
        readonly EmailInUse: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "EmailInUse";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly EmailInUseOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "EmailInUse" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `EmailNotConfirmed`: The email address has to be confirmed first.
         */
        readonly EmailNotConfirmed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "EmailNotConfirmed";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `Forbidden`: This is not permitted.
         */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "Forbidden";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `Forbidden`: This is not permitted.
         *     - `ProductNotOwned`: The customer does not own this product.
         */
        readonly ForbiddenOrProductNotOwned: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "Forbidden" | "ProductNotOwned";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly IdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The idempotency key was used for a different request.
         *
         *     - `IdempotencyKeyReused`: This idempotency key was used for a different request.
         */
        readonly IdempotencyKeyReused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 422;
                    /** @enum {unknown} */
                    readonly errorType?: "IdempotencyKeyReused";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `InvalidCode`: The code is wrong or has expired.
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        readonly InvalidCodeOrInvalidInputOrMalformedRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 400;
                    /** @enum {unknown} */
                    readonly errorType?: "InvalidCode" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `InvalidCredentials`: Email or password is wrong.
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        readonly InvalidCredentialsOrInvalidInputOrMalformedRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 400;
                    /** @enum {unknown} */
                    readonly errorType?: "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        readonly InvalidInputOrMalformedRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 400;
                    /** @enum {unknown} */
                    readonly errorType?: "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `LicenseExists`: A license of the account already has this external id.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly LicenseExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "LicenseExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `LicenseOwnerChanged`: The license has another owner now.
         *     - `ProductInactive`: The product is not available.
         */
        readonly LicenseOwnerChangedOrProductInactive: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "LicenseOwnerChanged" | "ProductInactive";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `LicenseOwnerChanged`: The license has another owner now.
         *     - `ReleaseNotAllowed`: This device cannot be released.
         */
        readonly LicenseOwnerChangedOrReleaseNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "LicenseOwnerChanged" | "ReleaseNotAllowed";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `NoFreeActivations`: Every seat of the license is in use. A device can be released in the customer’s account at the vendor (the customer portal).
         */
        readonly NoFreeActivations: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "NoFreeActivations";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `NotFound`: There is no such thing here.
         */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 404;
                    /** @enum {unknown} */
                    readonly errorType?: "NotFound";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `NotOffered`: Accounts of other services cannot be connected here.
         *     - `NotFound`: There is no such thing here.
         */
        readonly NotOfferedOrNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 404;
                    /** @enum {unknown} */
                    readonly errorType?: "NotOffered" | "NotFound";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `OfferExists`: Another offer of the account has this id. Choose another id, or change the existing offer.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly OfferExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "OfferExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `OfflineActivationNotAllowed`: Offline activation is not allowed.
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        readonly OfflineActivationNotAllowedOrInvalidInputOrMalformedRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 400;
                    /** @enum {unknown} */
                    readonly errorType?: "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `OrderCompleted`: This order is paid and cannot be changed. Begin a new cart to buy more.
         *     - `OrderPaymentProcessing`: A payment of this order is in progress. Wait until it has succeeded or failed.
         */
        readonly OrderCompletedOrOrderPaymentProcessing: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "OrderCompleted" | "OrderPaymentProcessing";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `OrderOfAnotherCustomer`: This order belongs to another customer. Begin a new cart.
         */
        readonly OrderOfAnotherCustomer: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "OrderOfAnotherCustomer";
                };
            };
        };
        /**
         * @description Overloaded, or the database is away.
         *
         *     - `Overloaded`: The service is busy.
         */
        readonly Overloaded: {
            headers: {
                /** @description Seconds to wait. */
                readonly "Retry-After"?: number;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 503;
                    /** @enum {unknown} */
                    readonly errorType?: "Overloaded";
                };
            };
        };
        /**
         * @description The body is too large.
         *
         *     - `PayloadTooLarge`: The request is too large.
         */
        readonly PayloadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 413;
                    /** @enum {unknown} */
                    readonly errorType?: "PayloadTooLarge";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `ProductExists`: Another product of the account has this id. Choose another id, or change the existing product.
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly ProductExistsOrVariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ProductExists" | "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `ProductInBundles`: Bundles hold this product. Take it out of them or archive them first, or archive it by force.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly ProductInBundlesOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ProductInBundles" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         */
        readonly ProductInactive: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "ProductInactive";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         *     - `ProductNotOwned`: The customer does not own this product.
         */
        readonly ProductInactiveOrProductNotOwned: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "ProductInactive" | "ProductNotOwned";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         *     - `TrialsNotAllowed`: This product has no trials.
         */
        readonly ProductInactiveOrTrialsNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "ProductInactive" | "TrialsNotAllowed";
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `RateLimited`: Too many requests.
         */
        readonly RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                readonly "Retry-After"?: number;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 429;
                    /** @enum {unknown} */
                    readonly errorType?: "RateLimited";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `RefreshRefused`: The session cannot be continued; sign in again.
         */
        readonly RefreshRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "RefreshRefused";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ReleaseNotAllowed`: This device cannot be released.
         */
        readonly ReleaseNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "ReleaseNotAllowed";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `ReleaseTooSoon`: Another device of this license was released a short while ago. Try again later.
         */
        readonly ReleaseTooSoon: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "ReleaseTooSoon";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `SigningKeyActive`: This key signs tokens now. Rotate to another key first.
         */
        readonly SigningKeyActive: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "SigningKeyActive";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `SigningKeyExists`: The account already has this key.
         *     - `Conflict`: The current state does not allow this change. Read it again and retry.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly SigningKeyExistsOrConflictOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "SigningKeyExists" | "Conflict" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The thing was changed since it was read.
         *
         *     - `StaleRevision`: It was changed since it was read.
         */
        readonly StaleRevision: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 412;
                    /** @enum {unknown} */
                    readonly errorType?: "StaleRevision";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `TrialExists`: This device has already had a trial of this product.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly TrialExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "TrialExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `TrialExpired`: Trial has expired.
         */
        readonly TrialExpired: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "TrialExpired";
                };
            };
        };
        /**
         * @description The credential is missing or not valid.
         *
         *     - `Unauthorized`: Authorization is missing or not valid.
         */
        readonly Unauthorized: {
            headers: {
                /** @description The credential that is missing. */
                readonly "WWW-Authenticate"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 401;
                    /** @enum {unknown} */
                    readonly errorType?: "Unauthorized";
                };
            };
        };
        /**
         * @description The media type is not supported.
         *
         *     - `UnsupportedMediaType`: The media type is not supported.
         */
        readonly UnsupportedMediaType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 415;
                    /** @enum {unknown} */
                    readonly errorType?: "UnsupportedMediaType";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly VariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `VoucherExpired`: The voucher can no longer be redeemed because its last day has passed.
         *     - `VoucherNotRedeemable`: The vendor has withdrawn this voucher or something that it contains.
         */
        readonly VoucherExpiredOrVoucherNotRedeemable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "VoucherExpired" | "VoucherNotRedeemable";
                };
            };
        };
        /**
         * @description The present state does not allow this.
         *
         *     - `VoucherExpired`: The voucher can no longer be redeemed because its last day has passed.
         *     - `VoucherNotRedeemable`: The vendor has withdrawn this voucher or something that it contains.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        readonly VoucherExpiredOrVoucherNotRedeemableOrIdempotencyKeyInFlight: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly errorType?: "VoucherExpired" | "VoucherNotRedeemable" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `VoucherRedeemed`: The voucher was redeemed by somebody else.
         */
        readonly VoucherRedeemed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly errorType?: "VoucherRedeemed";
                };
            };
        };
    };
    parameters: {
        /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
        readonly AppVersion: unknown;
        /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
        readonly IdempotencyKey: string;
        /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
        readonly IfMatch: string;
        /** @description Rows per page. */
        readonly PageSize: number;
        /** @description From `next` of the page before. */
        readonly PaginationToken: string;
        /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
        readonly UsageMeta: unknown;
        /** @description Windows, Mac or Linux; anything else is ignored. */
        readonly UsagePlatform: unknown;
        readonly UtmCampaign: string;
        readonly UtmContent: string;
        readonly UtmMedium: string;
        readonly UtmReferrer: string;
        readonly UtmSource: string;
        readonly UtmTerm: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly signIn: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The password. */
        readonly requestBody: {
            readonly content: {
                /** @example Violet-42-tram */
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            readonly 400: components["responses"]["InvalidCredentialsOrInvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["EmailNotConfirmed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly refresh: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The newest refresh token.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The access token that belongs to it; it may have expired. */
        readonly requestBody: {
            readonly content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["RefreshRefused"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly signUp: {
        readonly parameters: {
            readonly query?: {
                /** @description Marketing opt-in. */
                readonly communicationOptIn?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignUp"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description Accepted. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationPending"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateIdentity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Ada Demo",
                 *       "communicationPreferences": {
                 *         "newsletterOptIn": true
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @description An empty one changes nothing. */
                    readonly name?: string;
                    readonly email?: string;
                    readonly address?: components["schemas"]["AddressInput"];
                    readonly communicationPreferences?: {
                        readonly newsletterOptIn?: boolean;
                        readonly productUpdatesOptIn?: boolean;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly currentUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Identity"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly setPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "currentPassword": "Violet-42-tram",
                 *       "newPassword": "Copper-77-lane"
                 *     }
                 */
                readonly "application/json": {
                    readonly currentPassword: string;
                    /** @description Meets all rules of a password. */
                    readonly newPassword: string;
                };
            };
        };
        readonly responses: {
            /** @description The password is changed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidCredentialsOrInvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly forgotPassword: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Noted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly resetPassword: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The new password. */
        readonly requestBody: {
            readonly content: {
                /** @example Violet-42-tram */
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description The password is changed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly confirmAccount: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddressProof"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfirmedIdentity"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `InvalidCode`: The code is wrong or has expired.
             *     - `InvalidCredentials`: Email or password is wrong.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "InvalidCode" | "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly confirmEmail: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddressProof"];
            };
        };
        readonly responses: {
            /** @description The email address is confirmed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `InvalidCode`: The code is wrong or has expired.
             *     - `InvalidCredentials`: Email or password is wrong.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "InvalidCode" | "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly sendConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link is on its way. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly confirmEmailChange: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The email address is changed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly undoEmailChange: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "resetPasswordToken": "bm90IGEgcmVhbCBjb2Rl"
                     *     }
                     */
                    readonly "application/json": {
                        readonly email: string;
                        readonly resetPasswordToken: string;
                    };
                };
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUse"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SessionPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly endSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All sessions have ended. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                readonly sessionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session has ended. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly subscribe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "newsletter": true,
                 *       "productUpdates": false
                 *     }
                 */
                readonly "application/json": {
                    readonly email: string;
                    readonly name?: string;
                    /** @default true */
                    readonly newsletter?: boolean;
                    /** @default false */
                    readonly productUpdates?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "confirmation_sent"
                     *     }
                     */
                    readonly "application/json": {
                        readonly status: "confirmation_sent" | "subscribed";
                    };
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly confirmSubscription: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getPreferences: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly changePreferences: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "newsletter": true
                 *     }
                 */
                readonly "application/json": {
                    readonly newsletter?: boolean;
                    readonly productUpdates?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly unsubscribe: {
        readonly parameters: {
            readonly query: {
                /** @example ada@example.com */
                readonly email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            readonly 400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getStorefront: {
        readonly parameters: {
            readonly query?: {
                readonly utm_source?: components["parameters"]["UtmSource"];
                readonly utm_medium?: components["parameters"]["UtmMedium"];
                readonly utm_campaign?: components["parameters"]["UtmCampaign"];
                readonly utm_term?: components["parameters"]["UtmTerm"];
                readonly utm_content?: components["parameters"]["UtmContent"];
                readonly utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Storefront"];
                };
            };
            /** @description The answer with the tag of If-None-Match still holds. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getOrder: {
        readonly parameters: {
            readonly query?: {
                /** @description Answer the URLs of the checkout page. */
                readonly checkout?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description A GUID made by the client.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["OrderOfAnotherCustomer"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateOrder: {
        readonly parameters: {
            readonly query?: {
                /** @description Answer the URLs of the checkout page. */
                readonly checkout?: boolean;
                /** @description Where the buyer goes after the purchase, on a whitelisted origin. */
                readonly returnUrl?: string;
                readonly utm_source?: components["parameters"]["UtmSource"];
                readonly utm_medium?: components["parameters"]["UtmMedium"];
                readonly utm_campaign?: components["parameters"]["UtmCampaign"];
                readonly utm_term?: components["parameters"]["UtmTerm"];
                readonly utm_content?: components["parameters"]["UtmContent"];
                readonly utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description A GUID made by the client.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "currency": "EUR",
                 *       "items": [
                 *         {
                 *           "type": "Product",
                 *           "productId": "demo-app",
                 *           "variationId": "demo-app-perpetual",
                 *           "quantity": 1
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly currency?: string | null;
                    readonly items?: readonly components["schemas"]["OrderLineInput"][] | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["OrderOfAnotherCustomer"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly deleteBillingDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["BillingNeedsCustomerOrOrderOfAnotherCustomer"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateBillingDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingDetails"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["BillingNeedsCustomerOrOrderOfAnotherCustomer"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly joinOrderGroups: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "groupIds": []
                 *     }
                 */
                readonly "application/json": {
                    readonly groupIds?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["OrderOfAnotherCustomer"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly joinGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example beta-testers */
                readonly groupId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Never: there are no groups yet. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getCheckout: {
        readonly parameters: {
            readonly query?: {
                /** @description From the checkout URL: where the buyer goes back to. On a whitelisted origin, else ignored. */
                readonly return?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                readonly orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the checkout page shows of an order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Checkout"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly payCheckout: {
        readonly parameters: {
            readonly query?: {
                /** @description From the checkout URL: where the buyer goes back to. On a whitelisted origin, else ignored. */
                readonly return?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                readonly orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Payment"];
            };
        };
        readonly responses: {
            /** @description What the checkout page shows of an order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Checkout"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            /**
             * @description The present state does not allow this.
             *
             *     - `FreeLimitReached`: This order has more free licenses than one customer can get.
             *     - `OrderCompleted`: This order is paid and cannot be changed. Begin a new cart to buy more.
             *     - `OrderEmpty`: The order has no items to pay for. Add a product first.
             *     - `OrderChanged`: The order changed since this page was opened. Nothing was charged. Look at it again and confirm it.
             *     - `OrderTaken`: Somebody signed in and took this cart over. Nothing was charged. Start the checkout again in the shop.
             *     - `OrderTooLarge`: The order would grant more licenses than one order can. Split it into several orders.
             *     - `PaymentsNotConfigured`: This shop cannot take payments yet. Please contact the vendor.
             *     - `PriceChanged`: The price has changed since it was shown. Look at the new total and confirm it.
             *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
             */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly errorType?: "FreeLimitReached" | "OrderCompleted" | "OrderEmpty" | "OrderChanged" | "OrderTaken" | "OrderTooLarge" | "PaymentsNotConfigured" | "PriceChanged" | "EmailInUse";
                    };
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly peekVoucher: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Case, spaces and dashes do not count.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Voucher"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["VoucherRedeemed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["VoucherExpiredOrVoucherNotRedeemable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly redeemVoucher: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Case, spaces and dashes do not count.
                 * @example DEMO-7KQ2-M4XT
                 */
                readonly code: string;
            };
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Voucher"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["VoucherRedeemed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["VoucherExpiredOrVoucherNotRedeemableOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listOwnedProducts: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnedProductPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listOwnedLicenses: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicenseSummaryPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listOwnedLicensesOfProduct: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicenseSummaryPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listActivationsOfProduct: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listActivationsOfLicense: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                readonly licenseId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly releaseActivation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                readonly licenseId: string;
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                readonly activationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The seat is free, or was already. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ReleaseNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ReleaseTooSoon"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly activateByDeviceToken: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Offline: the file works without a connection.
                 * @example Offline
                 */
                readonly method: "Offline" | "Online";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The content of the device token file (.dt). */
        readonly requestBody: {
            readonly content: {
                /** @example eyJpZCI6IjRjMDEtOWYyYS03N2UwIiwibmFtZSI6IlN0dWRpbyBjb21wdXRlciIsInByb2R1Y3RJZCI6ImRlbW8tYXBwIiwiZm9ybWF0IjoiSldUIn0= */
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicenseSummary"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `InvalidDeviceToken`: This is not a valid device token.
             *     - `OfflineActivationNotAllowed`: Offline activation is not allowed.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "InvalidDeviceToken" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ProductInactiveOrProductNotOwned"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["NoFreeActivations"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getLicenseFile: {
        readonly parameters: {
            readonly query: {
                /** @example 1767225600 */
                readonly expires: number;
                /** @example c2ln */
                readonly signature: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                readonly activationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The license token, as a file (.mb). */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `LicenseRevoked`: License has been revoked.
             *     - `LicenseActivationRevoked`: License has been revoked.
             *     - `LicenseExpired`: License has expired.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getOwnedProduct: {
        readonly parameters: {
            readonly query?: {
                readonly version?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VersionedProduct"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly downloadFile: {
        readonly parameters: {
            readonly query?: {
                /** @description False: 200 with the location, instead of 302. */
                readonly redirect?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
                /** @example 1.2.0 */
                readonly version: string;
                /** @example demo-app-1.2.0.zip */
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://shop.example.com/api/customer/inventory/files/demo-app/1.2.0/demo-app-1.2.0.zip?expires=1767225600&signature=c2ln"
                     *     }
                     */
                    readonly "application/json": {
                        /** Format: uri */
                        readonly location: string;
                    };
                };
            };
            /** @description The file is at the Location. */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["ForbiddenOrProductNotOwned"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly downloadLatest: {
        readonly parameters: {
            readonly query?: {
                /** @description False: 200 with the location, instead of 302. */
                readonly redirect?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
                /** @example Windows */
                readonly platform: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://shop.example.com/api/customer/inventory/files/demo-app/1.2.0/demo-app-1.2.0.zip?expires=1767225600&signature=c2ln"
                     *     }
                     */
                    readonly "application/json": {
                        /** Format: uri */
                        readonly location: string;
                    };
                };
            };
            /** @description The file is at the Location. */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["ForbiddenOrProductNotOwned"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getFile: {
        readonly parameters: {
            readonly query: {
                /** @example 1767225600 */
                readonly expires: number;
                /** @example c2ln */
                readonly signature: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
                /** @example 1.2.0 */
                readonly version: string;
                /** @example demo-app-1.2.0.zip */
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description The part that Range asks for. */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description The file with the tag of If-None-Match is still the same. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The file has no such part. */
            readonly 416: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly connectAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example example */
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Never: there are no connected accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotOfferedOrNotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly disconnectAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example example */
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Never: there are no connected accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotOfferedOrNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly reportError: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report is in the log. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly reportWarning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report is in the log. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly requestTrialToken: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                readonly appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                readonly platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
                readonly meta?: components["parameters"]["UsageMeta"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Device"];
            };
        };
        readonly responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "application/jwt": string;
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ProductInactiveOrTrialsNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["TrialExpired"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly requestLicenseToken: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                readonly appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                readonly platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
                readonly meta?: components["parameters"]["UsageMeta"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Device"];
            };
        };
        readonly responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "application/jwt": string;
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ProductInactiveOrProductNotOwned"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["NoFreeActivations"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly validateLicenseToken: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                readonly appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                readonly platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
                readonly meta?: components["parameters"]["UsageMeta"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        /** @description The license token. */
        readonly requestBody: {
            readonly content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                readonly "text/plain": string;
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                readonly "application/jwt": string;
            };
        };
        readonly responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "application/jwt": string;
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `InvalidLicenseToken`: The license token is not valid.
             *     - `LicenseRevoked`: License has been revoked.
             *     - `LicenseActivationRevoked`: License has been revoked.
             *     - `LicenseExpired`: License has expired.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "InvalidLicenseToken" | "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 403: components["responses"]["LicenseOwnerChangedOrProductInactive"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly revokeLicenseToken: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                readonly appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                readonly platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
                readonly meta?: components["parameters"]["UsageMeta"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        /** @description The license token. */
        readonly requestBody: {
            readonly content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                readonly "text/plain": string;
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                readonly "application/jwt": string;
            };
        };
        readonly responses: {
            /** @description The activation is free, or was already. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `InvalidLicenseToken`: The license token is not valid.
             *     - `OfflineToken`: The license was activated offline.
             *     - `TrialsCannotBeRevoked`: Trials cannot be revoked.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "InvalidLicenseToken" | "OfflineToken" | "TrialsCannotBeRevoked" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 403: components["responses"]["LicenseOwnerChangedOrReleaseNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ReleaseTooSoon"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly requestActivation: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                readonly appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                readonly platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 further dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. What does not fit is ignored. */
                readonly meta?: components["parameters"]["UsageMeta"];
                /** @description Online when absent. */
                readonly method?: "Online" | "Offline";
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly productId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Device"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BrowserActivationRequest"];
                };
            };
            readonly 400: components["responses"]["OfflineActivationNotAllowedOrInvalidInputOrMalformedRequest"];
            readonly 403: components["responses"]["ProductInactive"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly pollActivation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example cG9sbA */
                readonly requestId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    readonly "application/jwt": string;
                };
            };
            /** @description Nobody has approved yet. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `ActivationRequestCancelled`: The activation request was cancelled.
             *     - `ActivationRequestExpired`: The activation request has expired.
             *     - `LicenseRevoked`: License has been revoked.
             *     - `LicenseActivationRevoked`: License has been revoked.
             *     - `LicenseExpired`: License has expired.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 403: components["responses"]["LicenseOwnerChangedOrProductInactive"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getActivationRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationRequest"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `ActivationRequestCancelled`: The activation request was cancelled.
             *     - `ActivationRequestExpired`: The activation request has expired.
             *     - `OfflineActivationNotAllowed`: Offline activation is not allowed.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 403: components["responses"]["ProductInactive"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly approveActivationAsLicense: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationRequest"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `ActivationRequestCancelled`: The activation request was cancelled.
             *     - `ActivationRequestExpired`: The activation request has expired.
             *     - `OfflineActivationNotAllowed`: Offline activation is not allowed.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ProductInactiveOrProductNotOwned"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ActivationRequestFulfilledOrNoFreeActivations"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly approveActivationAsTrial: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationRequest"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `ActivationRequestCancelled`: The activation request was cancelled.
             *     - `ActivationRequestExpired`: The activation request has expired.
             *     - `OfflineActivationNotAllowed`: Offline activation is not allowed.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ProductInactiveOrTrialsNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ActivationRequestFulfilledOrTrialExpired"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly cancelActivation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActivationRequest"];
                };
            };
            /**
             * @description The input is malformed or invalid.
             *
             *     - `ActivationRequestCancelled`: The activation request was cancelled.
             *     - `ActivationRequestExpired`: The activation request has expired.
             *     - `InvalidInput`: The request is not valid.
             *     - `MalformedRequest`: The request is malformed.
             */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ActivationRequestFulfilled"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly isActivationCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    readonly "application/json": boolean;
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listCustomers: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example ada@example.com */
                readonly idOrEmail: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listLicenses: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only of this product. */
                readonly productFilter?: string;
                /** @description Created before this moment. */
                readonly before?: string;
                /** @description Created after this moment. */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicensePage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getLicense: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["License"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly provisionLicenses: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LicenseProvision"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *         "ownerId": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *         "productId": "demo-app",
                     *         "status": "Active",
                     *         "awaitsProof": true,
                     *         "activeNumberOfActivations": 1,
                     *         "maxNumberOfActivations": 3,
                     *         "offlineActivationsAllowed": true,
                     *         "createdAt": "2026-03-01T12:00:00.000Z",
                     *         "expiresAt": "2026-03-01T12:00:00.000Z",
                     *         "keyCode": "AAAA-BBBB-CCCC",
                     *         "externalId": "old-shop-4711",
                     *         "properties": {
                     *           "edition": {
                     *             "type": "text",
                     *             "value": "Studio",
                     *             "public": true,
                     *             "includeInToken": true
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    readonly "application/json": readonly components["schemas"]["License"][];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["EmailInUseOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly importLicense: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LicenseImport"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["License"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LicenseExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly revokeLicense: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["License"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly replaceLicenseProperties: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["License"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listTrials: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only of this product. */
                readonly productFilter?: string;
                /** @description Created before this moment. */
                readonly before?: string;
                /** @description Created after this moment. */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrialPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getTrial: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The trial.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Trial"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly importTrial: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TrialImport"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Trial"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["TrialExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly replaceTrialProperties: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The trial.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Trial"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listVoucherBatches: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoucherBatchPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createVoucherBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewVoucherBatch"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getVoucherBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly revokeVoucherBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listVoucherCodes: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoucherCodePage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly exportVoucherCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Columns code, redeemedAt, customerId. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["BatchNotReady"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getLicensingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The product.
                 * @example demo-app
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What is null is as the settings of the account say. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicensingSettings"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly replaceLicensingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The product.
                 * @example demo-app
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LicensingSettings"];
            };
        };
        readonly responses: {
            /** @description What is null is as the settings of the account say. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicensingSettings"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listLicenseKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "kid": "q3bXn0sV",
                     *           "algorithm": "RS256",
                     *           "status": "Active",
                     *           "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…\n-----END PUBLIC KEY-----\n",
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "retiredAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["LicenseKey"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly rotateLicenseKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "algorithm": "RS256"
                 *     }
                 */
                readonly "application/json": {
                    readonly algorithm?: components["schemas"]["KeyAlgorithm"];
                };
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicenseKey"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly importLicenseKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "privateKeyPem": "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"
                 *     }
                 */
                readonly "application/json": {
                    /** @description PKCS#1, PKCS#8 or SEC1, not encrypted. */
                    readonly privateKeyPem: string;
                    /**
                     * @description False: it only verifies.
                     * @default true
                     */
                    readonly active?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LicenseKey"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["SigningKeyExistsOrConflictOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly removeLicenseKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example q3bXn0sV */
                readonly kid: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["SigningKeyActive"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description A day in UTC, such as 2026-03-01.
                 * @example 2026-03-01
                 */
                readonly from: string;
                /**
                 * @description The last day; up to a year after the first.
                 * @example 2026-03-01
                 */
                readonly to: string;
                /** @description Only this product. */
                readonly productFilter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UsageReport"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getTrialCounts: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description A day in UTC, such as 2026-03-01.
                 * @example 2026-03-01
                 */
                readonly from: string;
                /**
                 * @description The last day; up to a year after the first.
                 * @example 2026-03-01
                 */
                readonly to: string;
                /** @description Only this product. */
                readonly productFilter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrialsReport"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listProducts: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                readonly archived?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewProduct"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ProductExistsOrVariationExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveProduct: {
        readonly parameters: {
            readonly query?: {
                /** @description Also when bundles hold it, which then are no longer for sale. Without it that is 409. */
                readonly force?: boolean;
            };
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ProductInBundlesOrIdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly replaceProductProperties: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Product"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listBundles: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                readonly archived?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BundlePage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewBundle"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["BundleExistsOrVariationExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BundleChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly replaceBundleProperties: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Bundle"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listProductVariations: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VariationPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createProductVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewVariation"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["VariationExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getProductVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateProductVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VariationChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveProductVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreProductVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listBundleVariations: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VariationPage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createBundleVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewVariation"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["VariationExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getBundleVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateBundleVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VariationChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveBundleVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreBundleVariation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
                /** @example demo-app-perpetual */
                readonly variationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listDiscounts: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                readonly archived?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRulePage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createDiscount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewDiscount"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["DiscountExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getDiscount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-launch */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateDiscount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-launch */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DiscountChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveDiscount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-launch */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreDiscount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-launch */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscountRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly listOffers: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows per page. */
                readonly pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the page before. */
                readonly paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                readonly archived?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRulePage"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly createOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewOffer"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["OfferExistsOrIdempotencyKeyInFlight"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-third-half */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly updateOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-third-half */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OfferChanges"];
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly archiveOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-third-half */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly restoreOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to repeat: for 24 hours the same request under the same key gets the first answer again, with the header `idempotency-replayed: true`. */
                readonly "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @example demo-third-half */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRule"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["IdempotencyKeyInFlight"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly quoteProduct: {
        readonly parameters: {
            readonly query?: {
                readonly utm_source?: components["parameters"]["UtmSource"];
                readonly utm_medium?: components["parameters"]["UtmMedium"];
                readonly utm_campaign?: components["parameters"]["UtmCampaign"];
                readonly utm_term?: components["parameters"]["UtmTerm"];
                readonly utm_content?: components["parameters"]["UtmContent"];
                readonly utm_referrer?: components["parameters"]["UtmReferrer"];
                /** @description Default: the default variation. */
                readonly variationId?: string;
                /** @description Default: the account's default currency. */
                readonly currency?: string;
                readonly quantity?: number;
                /** @description For this customer. Absent: for a visitor. */
                readonly customerId?: string;
                /** @description At this moment. Absent: now. */
                readonly at?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly quoteBundle: {
        readonly parameters: {
            readonly query?: {
                readonly utm_source?: components["parameters"]["UtmSource"];
                readonly utm_medium?: components["parameters"]["UtmMedium"];
                readonly utm_campaign?: components["parameters"]["UtmCampaign"];
                readonly utm_term?: components["parameters"]["UtmTerm"];
                readonly utm_content?: components["parameters"]["UtmContent"];
                readonly utm_referrer?: components["parameters"]["UtmReferrer"];
                /** @description Default: the default variation. */
                readonly variationId?: string;
                /** @description Default: the account's default currency. */
                readonly currency?: string;
                readonly quantity?: number;
                /** @description For this customer. Absent: for a visitor. */
                readonly customerId?: string;
                /** @description At this moment. Absent: now. */
                readonly at?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example demo-app.png */
                readonly file: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The image. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": string;
                    readonly "image/jpeg": string;
                    readonly "image/gif": string;
                    readonly "image/webp": string;
                    readonly "image/avif": string;
                };
            };
            /** @description The image under If-None-Match still holds. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getCurrentVendor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The merchant behind this host. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Vendor"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getLicenseKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "RSA",
                     *           "kid": "q3bXn0sV",
                     *           "alg": "RS256",
                     *           "use": "sig",
                     *           "n": "sXchTn0…",
                     *           "e": "AQAB",
                     *           "crv": "P-256",
                     *           "x": "f83OJ3D…",
                     *           "y": "x_FEzRu…"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly keys: readonly components["schemas"]["PublicJwk"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getLicenseKeyPem: {
        readonly parameters: {
            readonly query?: {
                /** @description SPKI ("BEGIN PUBLIC KEY") or PKCS#1 ("BEGIN RSA PUBLIC KEY"). */
                readonly format?: "spki" | "pkcs1";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The public key. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…
                     *     -----END PUBLIC KEY-----
                     */
                    readonly "application/x-pem-file": string;
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly setProductIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Icon"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly removeProductIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-app */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Icon"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly setBundleIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Icon"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
    readonly removeBundleIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of what was read: 412 `StaleRevision` when it was changed since. Without it, or with `*`, the change is made in any case. */
                readonly "if-match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @example demo-bundle */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Icon"];
                };
            };
            readonly 400: components["responses"]["InvalidInputOrMalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["StaleRevision"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["Overloaded"];
        };
    };
}
