// Made from docs/openapi.json by `npm run openapi`: change the routes of the server instead.

export interface paths {
    "/api/customer/identity/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description A wrong password and an unknown email get the same error, InvalidCredentials.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair of tokens
         * @description A refresh token works once. If sent again within ten seconds, it returns the same successor; later it ends the session.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up and sign in
         * @description Returns 202 if the account requires a confirmed email before sign-in.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the signed-in customer
         * @description Sessions end, licenses are revoked, and all personal data is removed; completed orders keep their documents. This cannot be undone.
         */
        delete: operations["deleteIdentity"];
        options?: never;
        head?: never;
        /**
         * Change the customer's own details
         * @description Only the fields sent change. Returns 201 if a new email has to be confirmed by mail first.
         */
        patch: operations["updateIdentity"];
        trace?: never;
    };
    "/api/customer/meta/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The customer who is signed in
         * @description Returns the same as a sign-in, without tokens.
         */
        get: operations["currentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/set-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description All other sessions of the customer end.
         */
        post: operations["setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link to choose a new password
         * @description The response is the same for every email; if a customer has it, a mail is sent.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with the code from the mail
         * @description All sessions of the customer end. A code works once and for 30 minutes.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is stored about the signed-in customer, as a JSON file
         * @description Lists are newest first, and read while they are sent. Custom properties that are not public belong to the vendor, and licenses that wait for the proof of the email address are missing until it is proven.
         */
        get: operations["exportIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/confirm-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove an email with the code from the mail, and sign in
         * @description An email that was not proven before loses its password and all its sessions, unless the caller shows one of them: a bearer token of the customer, or the password in the body.
         */
        post: operations["confirmAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an email address with the code from the mail
         * @description An email that was not proven before loses its password and all its sessions, unless the caller shows one of them: a bearer token of the customer, or the password in the body.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/send-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail the confirmation link to the customer again
         * @description If the email is already confirmed, no mail is sent.
         */
        post: operations["sendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/confirm-email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use the new email address, with the code that was mailed to it
         * @description The old address gets a mail with a link that undoes the change.
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/undo-email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of email address, with the code that was mailed to the old address
         * @description Possible for seven days. All sessions end and the password is removed: the response has a code for reset-password.
         */
        post: operations["undoEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of the customer, newest first
         * @description Sessions that have ended are not listed.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere, including here
         * @description The customer’s refresh tokens no longer work. Access tokens of the sessions are refused as well.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/identity/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session
         * @description Its refresh token no longer works. Another customer’s session is 404.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/communications/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to the newsletter or product updates
         * @description Sends a mail with a confirmation link. The response is the same for every address. `groupIds` are ignored.
         */
        post: operations["subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/communications/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a subscription with the token from the mail
         * @description Nothing is sent to an address before it is confirmed.
         */
        post: operations["confirmSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/communications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The preferences of an address, with the token from any newsletter
         * @description Needs no sign-in: the token identifies the address.
         */
        get: operations["getPreferences"];
        put?: never;
        /**
         * Change the preferences of an address, with the token from any newsletter
         * @description Absent fields stay unchanged.
         */
        post: operations["changePreferences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/communications/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe from all newsletters, with the token from any of them
         * @description Needs no sign-in and can be repeated safely. Mails about orders and licenses are still sent.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/storefront": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything for sale, with the current prices for the visitor and the campaign
         * @description Without a token, the prices are those for everyone. Responses have an ETag for If-None-Match.
         */
        get: operations["getStorefront"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/storefront/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product of the storefront, with its long description and images
         * @description Its prices are those of the storefront for the same visitor and campaign. A product that is sold in bundles only has none.
         */
        get: operations["getStorefrontProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/storefront/bundles/{bundleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One bundle of the storefront, with its long description and images
         * @description Its prices are those of the storefront for the same visitor and campaign.
         */
        get: operations["getStorefrontBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description With a token, a guest’s cart becomes the customer’s.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an order, or create it if the id is new
         * @description The items in the request replace those of the cart. Prices, totals and product details in the request are ignored: the response has the correct ones. With a token, a guest’s cart becomes the customer’s.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/api/customer/orders/{orderId}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the offer on the whole cart from an order
         * @description Offers on lines stay. With a token, a guest’s cart becomes the customer’s.
         */
        delete: operations["deleteOrderOffer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/billing-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset the billing details to those of the customer
         * @description Removes the billing details of the order; the customer’s name, email and address apply again.
         */
        delete: operations["deleteBillingDetails"];
        options?: never;
        head?: never;
        /**
         * Set the billing details of an order
         * @description Overrides the customer’s own details. For a customer’s order, only that customer can set it. For a guest’s cart, the checkout page is prefilled with it if opened in the same network; the guest confirms it by paying.
         */
        patch: operations["updateBillingDetails"];
        trace?: never;
    };
    "/api/customer/orders/{orderId}/coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a coupon from an order
         * @description The order then has the price without it. Removing a coupon that the order does not have changes nothing.
         */
        delete: operations["removeCoupon"];
        options?: never;
        head?: never;
        /**
         * Enter a coupon in an order
         * @description The order then has the price with the coupon. A coupon that cannot be used is refused with the reason, in a sentence for the buyer. With a token, a guest’s cart becomes the customer’s.
         */
        patch: operations["applyCoupon"];
        trace?: never;
    };
    "/api/customer/orders/{orderId}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove all coupons from an order
         * @description The order then has the price without coupons.
         */
        delete: operations["removeCoupons"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The completed orders of the customer, newest first
         * @description With the prices that were paid.
         */
        get: operations["listOwnOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt of an order as a page
         * @description The invoice of the order, or else its receipt. Redirects where the payment provider issues the invoice.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt of an order as a PDF file
         * @description The invoice of the order, or else its receipt. Redirects where the payment provider issues the invoice.
         */
        get: operations["getReceiptFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt, the invoice and the credit notes of an order
         * @description For the customer of a completed order, oldest first.
         */
        get: operations["listOwnDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/documents/{documentId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of these documents as a PDF file
         * @description For the customer of the order.
         */
        get: operations["getOwnDocumentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an invoice for a paid order
         * @description Issues an invoice with these details beside the receipt, which it names and does not replace. Details that are absent are those of the receipt. Taxes stay as they were paid. An order has one invoice at most: the same request returns it again.
         */
        post: operations["requestInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders/{orderId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request to join groups with an order; unknown ones are skipped
         * @description There are no groups yet, so every group is skipped and the order is returned unchanged.
         */
        post: operations["joinOrderGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/groups/{groupId}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a group
         * @description There are no groups yet: the response is always 404.
         */
        post: operations["joinGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the order of a checkout URL
         * @description Needs no sign-in: the secret of the URL is the proof.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the order of a checkout URL with the totals for a buyer
         * @description With the taxes of the place and the tax id that the buyer has entered so far. Nothing of it is stored.
         */
        post: operations["quoteCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/currency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the currency of the order of a checkout URL
         * @description To one of its `currencies`. The cart keeps it, also in the shop.
         */
        post: operations["changeCheckoutCurrency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a coupon in the order of a checkout URL
         * @description A coupon that cannot be used is refused with the reason, in a sentence for the buyer.
         */
        post: operations["applyCheckoutCoupon"];
        /**
         * Remove a coupon from the order of a checkout URL
         * @description Removing a coupon that the order does not have changes nothing.
         */
        delete: operations["removeCheckoutCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay the order of a checkout URL
         * @description Pays with the payment provider of the account. The response shows the order: completed, in process, or with the reason why the payment failed.
         */
        post: operations["payCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the state of a payment from the payment provider
         * @description For the buyer who has returned from the page of the provider, with the checkout URL that started the payment. The response shows the order as it is then. Without such a payment nothing happens.
         */
        post: operations["returnToCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending payment
         * @description For the buyer who started it, with the same checkout URL, and for the customer who owns the order: it can no longer be paid, and the order is open again, unless it was paid in the meantime. Without such a payment nothing happens. While the provider does not respond (503), or does not accept the key of the shop (409), the payment stays as it is; after 503, try again.
         */
        post: operations["cancelCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{orderId}/{token}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt of an order, for the buyer who paid it with this checkout URL
         * @description The invoice, or else the receipt. Redirects if the payment provider issued the invoice.
         */
        get: operations["getCheckoutReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hooks/payments/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events of a payment provider
         * @description For payment providers only: the provider signs the body. Repeated and irrelevant events are acknowledged, too.
         */
        post: operations["receivePaymentEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a voucher without redeeming it
         * @description Shows what the code grants, with products and bundles as in the storefront.
         */
        get: operations["peekVoucher"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/vouchers/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a voucher for the customer
         * @description If the same customer redeems it again, the response is the same and nothing more is granted.
         */
        post: operations["redeemVoucher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The products for which the customer has licenses or trials
         * @description Each with its seats, and with the files that the customer may download.
         */
        get: operations["listOwnedProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The licenses of the customer, newest first
         * @description Licenses that were revoked or have expired are listed as `Revoked`.
         */
        get: operations["listOwnedLicenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products/{productId}/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The customer’s licenses for a product, newest first
         * @description Licenses that were revoked or have expired are listed as `Revoked`.
         */
        get: operations["listOwnedLicensesOfProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products/{productId}/licenses/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The devices that hold or held a seat of a product, newest first
         * @description For all of the customer’s licenses for the product. `canRelease` says whether the customer may free the seat.
         */
        get: operations["listActivationsOfProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/licenses/{licenseId}/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The devices that hold or held a seat of a license, newest first
         * @description `canRelease` says whether the customer may free the seat.
         */
        get: operations["listActivationsOfLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/licenses/{licenseId}/activations/{activationId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Free the seat of a device
         * @description Can be repeated safely. The device is refused at its next validation.
         */
        post: operations["releaseActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate the device of a device token
         * @description The Location of the response leads to the license file for an hour, without a session.
         */
        post: operations["activateByDeviceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/license-files/{activationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The license file of an activation, by a signed link
         * @description The link is the `Location` returned by an activation with a device token. It works for an hour and needs no session.
         */
        get: operations["getLicenseFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product, with the files of its current or of another version
         * @description Also works with Authorization: LicenseToken, or without any: `downloadsAllowed` says whether the caller may have the files, and only then are there `downloads`.
         */
        get: operations["getOwnedProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products/{productId}/download/{version}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of a version
         * @description Redirects to a signed link that works without credentials for a short time.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/products/{productId}/download/{platform}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of the current version for a platform
         * @description The platform’s own, else the universal one. Links of a channel other than `stable` lead to the highest version of both.
         */
        get: operations["downloadLatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/inventory/files/{productId}/{version}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a file, by a signed link
         * @description The link is the `Location` of a download. Takes `Range` and `If-None-Match`.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/connect/{provider}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Connect an account of another service
         * @description No other service can be connected yet: always returns 404 `NotOffered`.
         */
        get: operations["connectAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/connect/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account of another service
         * @description No other service can be connected yet: always returns 404 `NotOffered`.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/insights/error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an error of a page
         * @description Takes a body of any media type, up to 16 KB.
         */
        post: operations["reportError"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/insights/warn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a warning of a page
         * @description Takes a body of any media type, up to 16 KB.
         */
        post: operations["reportWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/trials/{productId}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or continue the trial of a product on a device
         * @description There is only ever one trial per product and device.
         */
        post: operations["requestTrialToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/licenses/{productId}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a device and get its license token
         * @description A device that already has an activation of the product gets the same one.
         */
        post: operations["requestLicenseToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/licenses/{productId}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a license token
         * @description Refusals with status 400 and the codes LicenseRevoked, LicenseActivationRevoked, LicenseExpired and InvalidLicenseToken are final; anything else may be temporary.
         */
        post: operations["validateLicenseToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/licenses/{productId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the activation of a device
         * @description The seat is free afterwards. May be repeated.
         */
        post: operations["revokeLicenseToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/activations/{productId}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an activation that the customer approves in a browser
         * @description Open `browser` for the customer and poll `request` until it returns the token. A request expires after an hour.
         */
        post: operations["requestActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/activations/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The license token, once the customer has approved
         * @description One poll per second is always allowed. If the license ended after the approval, it is refused as in a validation: 400 LicenseRevoked, LicenseActivationRevoked or LicenseExpired.
         */
        get: operations["pollActivation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/activations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The activation request, and the ways to approve it
         * @description Says whether the signed-in customer has a free seat, and whether the device can have a trial.
         */
        get: operations["getActivationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/activations/{id}/license": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve with a seat of the customer’s licenses
         * @description The application gets the license token when it polls next.
         */
        post: operations["approveActivationAsLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/activations/{id}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve with a trial
         * @description An application can do this itself, anonymously, with its polling id.
         */
        post: operations["approveActivationAsTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/activations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline the activation
         * @description The application learns this when it polls next.
         */
        post: operations["cancelActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/activations/{id}/completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the application has fetched its token
         * @description For a page that is waiting for the application.
         */
        get: operations["isActivationCompleted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers, newest first, or those that a search finds
         * @description Filters can be combined; all of them apply. `search` stands alone: it finds customers whose name, business name or email address has a word that begins so (`lovel`, `ada lo`, `ada@`, `example.c`), sorted by that word, without deleted ones.
         *
         *     Needs an API key with the scope `customers:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers, newest first, or those that a search finds: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `customers:read`.
         */
        get: operations["exportCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{idOrEmail}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One customer, by id or by email address
         * @description Needs an API key with the scope `customers:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer and their personal data
         * @description Sessions end, licenses are revoked and their devices released, and personal data is removed; completed orders keep their documents. The email address is free again. The response is what remains of the customer; repeating the request changes nothing. Therefore only an id names the customer: soon, an address may be somebody else’s.
         *
         *     Needs an API key with the scope `customers:write`.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `customers:write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/api/customers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a customer from another system
         * @description The customer can sign in at once, and nobody gets a mail. If the email address or the external id is in use, the `instance` of the 409 is the id of the customer who has it.
         *
         *     Needs an API key with the scope `customers:write`.
         */
        post: operations["importCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{idOrEmail}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a customer
         * @description License tokens have those with `includeInToken` from their next renewal on.
         *
         *     Needs an API key with the scope `customers:write`.
         */
        put: operations["replaceCustomerProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the account, newest first
         * @description Filters can be combined; all of them apply.
         *
         *     Needs an API key with the scope `audit:read`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the account, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `audit:read`.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Licenses, newest first
         * @description Filters can be combined; all of them apply.
         *
         *     Needs an API key with the scope `licenses:read`.
         */
        get: operations["listLicenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Licenses, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `licenses:read`.
         */
        get: operations["exportLicenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One license
         * @description Needs an API key with the scope `licenses:read`.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a license; fields that are not sent stay unchanged
         * @description License tokens follow when they are next validated. `maxNumberOfActivations` cannot be less than the number of active devices. `expiresAt` in the past ends the license at once, and null makes it perpetual.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        patch: operations["updateLicense"];
        trace?: never;
    };
    "/api/licenses/provision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant licenses to a customer, all or none
         * @description Needs an API key with the scope `licenses:write`.
         */
        post: operations["provisionLicenses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a license from another system, with its devices
         * @description It can be used at once, and nobody gets a mail.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["importLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a license
         * @description A request body is allowed but ignored.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["revokeLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the revocation of a license
         * @description Devices that had a seat when it was revoked have it again; released devices stay released. A license whose end has passed meanwhile is expired.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["restoreLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer a license to another customer, by id or by email address
         * @description All of its devices are released, because their tokens name the previous owner: validating them is refused with 403 `LicenseOwnerChanged`, and the new owner activates the license again. Offline tokens work until they expire. Nobody gets a mail. The order stays with the customer who bought it.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["transferLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a license
         * @description Needs an API key with the scope `licenses:write`.
         */
        put: operations["replaceLicenseProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The devices of a license, newest first, including released ones
         * @description Needs an API key with the scope `licenses:read`.
         */
        get: operations["listLicenseActivations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/licenses/{id}/activations/{activationId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a device, so that another one can take its seat
         * @description Also for devices that were activated offline, and whatever the account’s settings allow customers. The application learns of it when it next validates its token; an offline token works until it expires. Releasing a device again changes nothing.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["revokeLicenseActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trials, newest first
         * @description Filters can be combined; all of them apply.
         *
         *     Needs an API key with the scope `trials:read`.
         */
        get: operations["listTrials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trials, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `trials:read`.
         */
        get: operations["exportTrials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One trial
         * @description Needs an API key with the scope `trials:read`.
         */
        get: operations["getTrial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trials/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a trial from another system, so that it cannot be started again
         * @description Needs an API key with the scope `trials:write`.
         */
        post: operations["importTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trials/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the trial of a device
         * @description The trial starts again with its full number of days when the application next requests it. Until then it is unchanged: a running one stays valid, and an expired one stays expired. Resetting again before that changes nothing.
         *
         *     Needs an API key with the scope `trials:write`.
         */
        post: operations["resetTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trials/{id}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a trial
         * @description Needs an API key with the scope `trials:write`.
         */
        put: operations["replaceTrialProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders and carts, newest first
         * @description Filters can be combined; all of them apply.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders and carts, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["exportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order, with its buyer, lines, payments, and the licenses it granted
         * @description A cart shows the current prices; a completed order shows the paid ones. Its licenses are shown only to API keys that also have the scope `licenses:read`.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["getOrderDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{orderId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of an order, oldest first
         * @description Changes of its status, its payments, the licenses it granted: with actor and time. Changes of a cart are not recorded. Later events of a license are at `GET /api/audit?subject=license/…`. Events are kept for the time of the audit log.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["getOrderTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{orderId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The refunds of an order, newest first
         * @description Those made here, those made at the provider, and lost disputes.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Refund an order: the whole rest, units of lines, or an amount
         * @description A refund never exceeds the paid amount. The refund is stored before the provider is called: if the provider does not respond, or somebody has to approve, it is `Pending`, and is completed in the background. Once the money is returned, the licenses of the units are revoked (those without devices first, and of these the newest), a credit note is issued, and the buyer gets a mail. Free units, even of a free order, are refunded with an amount of 0: no provider is called, and there is no credit note.
         *
         *     Needs an API key with the scope `orders:write`.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{orderId}/refunds/{refundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One refund of an order
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Disputes of payments, newest first
         * @description Buyers claim their money back through their bank. While a dispute is open, the licenses of its order are revoked; they are restored if you win it. Respond to disputes at the payment provider.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{disputeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One dispute
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts, invoices and credit notes, newest first
         * @description Amounts of credit notes are negative. An invoice that names a receipt as its `originalNumber` is for the same sale: count one of the two.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts, invoices and credit notes, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["exportDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{orderId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt, the invoice and the credit notes of an order
         * @description An order that is not completed has none.
         *
         *     Needs an API key with the scope `orders:read`.
         */
        get: operations["listDocumentsOfOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One receipt, invoice or credit note
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{documentId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One receipt, invoice or credit note as a PDF file
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["getDocumentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Voucher batches, newest first
         * @description Needs an API key with the scope `vouchers:read`.
         */
        get: operations["listVoucherBatches"];
        put?: never;
        /**
         * Create voucher codes
         * @description More than 1,000 codes are created in the background: poll `generated` until the batch is Ready.
         *
         *     Needs an API key with the scope `vouchers:write`.
         */
        post: operations["createVoucherBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Voucher batches, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `vouchers:read`.
         */
        get: operations["exportVouchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One voucher batch, with the number of codes created and redeemed
         * @description Needs an API key with the scope `vouchers:read`.
         */
        get: operations["getVoucherBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/batches/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the codes of a batch that are not redeemed yet
         * @description Needs an API key with the scope `vouchers:write`.
         */
        post: operations["revokeVoucherBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/batches/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The codes of a batch, in order
         * @description Needs an API key with the scope `vouchers:read`.
         */
        get: operations["listVoucherCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/batches/{id}/codes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All codes of a batch as CSV
         * @description Needs an API key with the scope `vouchers:read`.
         */
        get: operations["exportVoucherCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/licensing-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rules of a product for releasing devices and for offline tokens
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getLicensingSettings"];
        /**
         * Replace the rules of a product for releasing devices and for offline tokens
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["replaceLicensingSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/license-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All license keys, newest first; private halves never leave the server
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["listLicenseKeys"];
        put?: never;
        /**
         * Create a new license key, which signs from now on
         * @description RS256 works with every deployed application; ES256 and EdDSA are for new ones.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["rotateLicenseKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/license-keys/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a license key that is compiled into applications
         * @description Needs an API key with the scope `settings:write`.
         */
        post: operations["importLicenseKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/license-keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a retired key: tokens that it signed are refused from now on
         * @description Needs an API key with the scope `settings:write`.
         */
        delete: operations["removeLicenseKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The name, hosts and settings of the account, with every default filled in
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or settings of the account, in every process at once
         * @description Settings that are not sent stay; null sets a setting, or one of a group, back to its default. On an instance with several accounts, `mailFrom` and `limits` are for its operator to change.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/settings/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Custom domains that lead to the account
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["listDomains"];
        /**
         * Replace the domains of the account, in this order
         * @description A host that moves devices in use to another account has to be confirmed with their number: such an account refuses their license tokens permanently. On an instance with several accounts, only its operator can change hosts.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        put: operations["replaceDomains"];
        /**
         * Route a domain to the account
         * @description A host that moves devices in use to another account has to be confirmed with their number: such an account refuses their license tokens permanently. On an instance with several accounts, only its operator can change hosts.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["addDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a domain from the account
         * @description A host that moves devices in use to another account has to be confirmed with their number: such an account refuses their license tokens permanently. On an instance with several accounts, only its operator can change hosts.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        delete: operations["removeDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/set-default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the account the default one, which serves hosts that belong to no account
         * @description A host that moves devices in use to another account has to be confirmed with their number: such an account refuses their license tokens permanently. On an instance with several accounts, only its operator can change hosts.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["setDefaultAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your own tax rates, newest first
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["listTaxRates"];
        put?: never;
        /**
         * Add a tax rate of your own
         * @description It applies to new orders immediately, and takes precedence over Latchkey's table. Tax is collected in its country or region even if the setting `tax.collectsIn` does not name it.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["createTaxRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-rates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of your own tax rates
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["getTaxRate"];
        put?: never;
        post?: never;
        /**
         * Delete a tax rate of your own
         * @description The rate that it replaced applies to new orders again.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        delete: operations["deleteTaxRate"];
        options?: never;
        head?: never;
        /**
         * Change a tax rate of your own
         * @description Paid orders keep their rate.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        patch: operations["updateTaxRate"];
        trace?: never;
    };
    "/api/settings/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API keys, newest first, without their secrets
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The response alone shows the key. A key cannot grant scopes that it lacks, or a later expiry than its own: that is 403 `Forbidden`. With an `Idempotency-Key`, the response is stored for 24 hours, encrypted, so that a lost one can be fetched again with the same API key.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One API key, without its secret
         * @description Needs an API key with the scope `settings:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or the expiry of an API key; scopes never change
         * @description A key cannot grant scopes that it lacks, or a later expiry than its own: that is 403 `Forbidden`.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api/settings/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret; the old one works for a while
         * @description A key that was rotated before the overlap ended has two secrets at most: the oldest ends at once. A key cannot grant scopes that it lacks, or a later expiry than its own: that is 403 `Forbidden`. A key can rotate itself.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key permanently and immediately in every process
         * @description Revoking it again changes nothing. A key can revoke any key of its account, including itself.
         *
         *     Needs an API key with the scope `settings:write`.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active devices per day, by product, version and platform
         * @description A device counts once per day, with the values of its first call on that day.
         *
         *     Needs an API key with the scope `licenses:read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trials started and converted per day, by product
         * @description Needs an API key with the scope `trials:read`.
         */
        get: operations["getTrialCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Add a product, with its variations
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `products:read`.
         */
        get: operations["exportProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a product; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/api/products/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a product: removes it from the shop and the lists
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived product
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a product
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["replaceProductProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bundles, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listBundles"];
        put?: never;
        /**
         * Add a bundle, with its variations
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bundles, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `products:read`.
         */
        get: operations["exportBundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One bundle
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a bundle; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateBundle"];
        trace?: never;
    };
    "/api/bundles/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a bundle from the shop and the lists
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived bundle
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["replaceBundleProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every variation of a product, archived ones too, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listProductVariations"];
        put?: never;
        /**
         * Add a way to buy a product
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createProductVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/variations/{variationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One variation of a product
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getProductVariation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a variation; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateProductVariation"];
        trace?: never;
    };
    "/api/products/{id}/variations/{variationId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a variation: removes it from the shop
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveProductVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/variations/{variationId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived variation
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreProductVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every variation of a bundle, archived ones too, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listBundleVariations"];
        put?: never;
        /**
         * Add a way to buy a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createBundleVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/variations/{variationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One variation of a bundle
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getBundleVariation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a variation; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateBundleVariation"];
        trace?: never;
    };
    "/api/bundles/{id}/variations/{variationId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a variation: removes it from the shop
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveBundleVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/variations/{variationId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived variation
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreBundleVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Discounts, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listDiscounts"];
        put?: never;
        /**
         * Add a discount
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Discounts, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `products:read`.
         */
        get: operations["exportDiscounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One discount
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getDiscount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a discount; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateDiscount"];
        trace?: never;
    };
    "/api/discounts/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a discount permanently
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discounts/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived discount
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Coupons, newest first
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["listCoupons"];
        put?: never;
        /**
         * Add a coupon; nobody can use it before it has a code
         * @description Needs an API key with the scope `coupons:write`.
         */
        post: operations["createCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Coupons, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `coupons:read`.
         */
        get: operations["exportCoupons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One coupon
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["getCoupon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a coupon; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `coupons:write`.
         */
        patch: operations["updateCoupon"];
        trace?: never;
    };
    "/api/coupons/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a coupon; orders that are paid, or being paid, keep it
         * @description Needs an API key with the scope `coupons:write`.
         */
        post: operations["archiveCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived coupon
         * @description Needs an API key with the scope `coupons:write`.
         */
        post: operations["restoreCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The codes of a coupon, newest first
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["listCouponCodes"];
        put?: never;
        /**
         * Add a code of your choice to a coupon
         * @description Needs an API key with the scope `coupons:write`.
         */
        post: operations["addCouponCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/codes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All codes of a coupon as CSV
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["exportCouponCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/codes/{codeId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a code; orders that are paid, or being paid, keep it
         * @description Needs an API key with the scope `coupons:write`.
         */
        post: operations["revokeCouponCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The batches of generated codes of a coupon, newest first
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["listCouponBatches"];
        put?: never;
        /**
         * Generate codes for a coupon
         * @description More than 1,000 codes are created in the background: poll `generated` until the batch is Ready.
         *
         *     Needs an API key with the scope `coupons:write`.
         */
        post: operations["generateCouponCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch of generated codes
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["getCouponBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coupons/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payments that use a coupon, newest first, with their orders
         * @description Needs an API key with the scope `coupons:read`.
         */
        get: operations["listCouponUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Offers, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listOffers"];
        put?: never;
        /**
         * Add an offer
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Offers, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `products:read`.
         */
        get: operations["exportOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One offer
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an offer; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateOffer"];
        trace?: never;
    };
    "/api/offers/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an offer: removes it from the shop
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archiveOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/offers/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived offer
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restoreOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Promotions, newest first
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listPromotions"];
        put?: never;
        /**
         * Show a discount in the storefront
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["createPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Promotions, newest first: the whole list as a file
         * @description Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as `address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, `-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one apostrophe at each such place.
         *
         *     The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each as it was when its page was read; rows that are added meanwhile may be missing.
         *
         *     A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error (curl: exit code 18). There is no `Content-Length`.
         *
         *     Needs an API key with the scope `products:read`.
         */
        get: operations["exportPromotions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promotions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One promotion
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["getPromotion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a promotion; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updatePromotion"];
        trace?: never;
    };
    "/api/promotions/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a promotion: removes it from the storefront; its discount stays
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["archivePromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promotions/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived promotion
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["restorePromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promotions/{id}/custom-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the custom properties of a promotion
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["replacePromotionProperties"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price of a product, and why: which discounts applied, which did not, and the reason
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["quoteProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price of a bundle, and why: which discounts applied, which did not, and the reason
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["quoteBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases of a product, the highest version first
         * @description Needs an API key with the scope `releases:read`.
         */
        get: operations["listReleases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One release
         * @description Needs an API key with the scope `releases:read`.
         */
        get: operations["getRelease"];
        /**
         * Replace the files of a release
         * @description A file stays when its key is in the list. Other fields change where they are sent.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        put: operations["replaceRelease"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a release; fields that are not sent stay unchanged
         * @description Needs an API key with the scope `releases:write`.
         */
        patch: operations["updateRelease"];
        trace?: never;
    };
    "/api/products/{productId}/releases/new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a release with uploaded files
         * @description Needs an API key with the scope `releases:write`.
         */
        post: operations["createRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases/{version}/add-download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a file to a release
         * @description It takes the place of a file with the same platform and name.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        put: operations["putDownload"];
        /**
         * Add a file to a release
         * @description It takes the place of a file with the same platform and name.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["addDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases/{version}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a release available to customers
         * @description One of the channel `stable` becomes the current version of its product.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["publishRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases/{version}/yank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Yank a release: withdraws it and its files from customers
         * @description The highest remaining version becomes the current one. Installed applications keep working.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["yankRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/releases/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a yanked release
         * @description It becomes the current version when it is higher than that.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["restoreRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare the upload of a file
         * @description Then send the file to `url` with `PUT`, within an hour and once, or its parts to the `url` of each, within a day. The key names the file in releases.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["prepareUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of an upload, with links for the missing parts
         * @description Needs an API key with the scope `releases:write`.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{key}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the parts of an upload into a file
         * @description Takes as long as reading the file. It can be called again, also for a file that is complete. A file that was sent as a whole is complete without it; in a bucket it is completed with its first release, or here.
         *
         *     Needs an API key with the scope `releases:write`.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import any number of customers
         * @description The body has one JSON object per line (NDJSON), any number of lines of at most 1 MB each. The response comes while the
         *     body is sent: one line for each line of the body, in its order, and a summary at the end. Read it while you send, or send
         *     at most 5,000 lines in a request: the server reads no further while nobody reads its answer.
         *
         *     A line that is not valid is refused alone. Lines that are stored together are stored as a whole, so an import that breaks
         *     off can be sent again: lines that were stored are answered with `exists`. Without a summary, or with `completed: false`,
         *     an import has not reached its end.
         *
         *     A customer exists when the account has one with the `externalId` or the address; one who has the address and no `externalId` yet gets that of the line (`updated`). Nobody gets a mail. Where somebody has signed up with the address and has not proven it, a line with `emailConfirmed: true` proves it (`updated`): their password and sessions end, and the password of the line counts. Without `emailConfirmed` such a line is refused if it has an `externalId`.
         *
         *     Needs an API key with the scope `customers:write`.
         */
        post: operations["bulkImportCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import any number of licenses
         * @description The body has one JSON object per line (NDJSON), any number of lines of at most 1 MB each. The response comes while the
         *     body is sent: one line for each line of the body, in its order, and a summary at the end. Read it while you send, or send
         *     at most 5,000 lines in a request: the server reads no further while nobody reads its answer.
         *
         *     A line that is not valid is refused alone. Lines that are stored together are stored as a whole, so an import that breaks
         *     off can be sent again: lines that were stored are answered with `exists`. Without a summary, or with `completed: false`,
         *     an import has not reached its end.
         *
         *     A license exists when the account has one with its `externalId`; a line without one is a new license each time. Ids of activations may be kept, so that tokens which applications have already stay valid.
         *
         *     Needs an API key with the scope `licenses:write`.
         */
        post: operations["bulkImportLicenses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import any number of trials
         * @description The body has one JSON object per line (NDJSON), any number of lines of at most 1 MB each. The response comes while the
         *     body is sent: one line for each line of the body, in its order, and a summary at the end. Read it while you send, or send
         *     at most 5,000 lines in a request: the server reads no further while nobody reads its answer.
         *
         *     A line that is not valid is refused alone. Lines that are stored together are stored as a whole, so an import that breaks
         *     off can be sent again: lines that were stored are answered with `exists`. Without a summary, or with `completed: false`,
         *     an import has not reached its end.
         *
         *     A trial exists when the device has had one of the product.
         *
         *     Needs an API key with the scope `trials:write`.
         */
        post: operations["bulkImportTrials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import any number of vouchers
         * @description The body has one JSON object per line (NDJSON), any number of lines of at most 1 MB each. The response comes while the
         *     body is sent: one line for each line of the body, in its order, and a summary at the end. Read it while you send, or send
         *     at most 5,000 lines in a request: the server reads no further while nobody reads its answer.
         *
         *     A line that is not valid is refused alone. Lines that are stored together are stored as a whole, so an import that breaks
         *     off can be sent again: lines that were stored are answered with `exists`. Without a summary, or with `completed: false`,
         *     an import has not reached its end.
         *
         *     A voucher exists when the account has its code. The owner of a line is who has redeemed the voucher elsewhere: nothing is granted for it. Vouchers that are alike but for their codes become one batch.
         *
         *     Needs an API key with the scope `vouchers:write`.
         */
        post: operations["bulkImportVouchers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/icon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a product an icon: a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["setProductIcon"];
        post?: never;
        /**
         * Remove the icon of a product
         * @description Needs an API key with the scope `products:write`.
         */
        delete: operations["removeProductIcon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/icon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a bundle an icon: a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB
         * @description Needs an API key with the scope `products:write`.
         */
        put: operations["setBundleIcon"];
        post?: never;
        /**
         * Remove the icon of a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        delete: operations["removeBundleIcon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The images of a product, at most ten, in the order of its page
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listProductImages"];
        put?: never;
        /**
         * Add an image to a product: PNG, JPEG, WebP or AVIF, at most 5 MB
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["addProductImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/images/{imageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an image of a product
         * @description Needs an API key with the scope `products:write`.
         */
        delete: operations["removeProductImage"];
        options?: never;
        head?: never;
        /**
         * Change the text or the place of an image of a product
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateProductImage"];
        trace?: never;
    };
    "/api/bundles/{id}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The images of a bundle, at most ten, in the order of its page
         * @description Needs an API key with the scope `products:read`.
         */
        get: operations["listBundleImages"];
        put?: never;
        /**
         * Add an image to a bundle: PNG, JPEG, WebP or AVIF, at most 5 MB
         * @description Needs an API key with the scope `products:write`.
         */
        post: operations["addBundleImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{id}/images/{imageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an image of a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        delete: operations["removeBundleImage"];
        options?: never;
        head?: never;
        /**
         * Change the text or the place of an image of a bundle
         * @description Needs an API key with the scope `products:write`.
         */
        patch: operations["updateBundleImage"];
        trace?: never;
    };
    "/api/public/icons/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The icon of a product or bundle
         * @description Its address changes with its content, so it can be cached forever.
         */
        get: operations["getIcon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/images/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image of a product or bundle
         * @description The content of an address never changes, so it can be cached without limit.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/documents/{documentId}/{token}/document.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The document that a mail links to
         * @description Needs no sign-in: the secret of the address is the proof. It works for a year.
         */
        get: operations["getDocumentByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/{channel}/appcast.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Updates for Sparkle and WinSparkle
         * @description `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getAppcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest update for electron-updater
         * @description Such as `latest.yml`, `latest-mac.yml` or `beta-linux-arm64.yml`; `latest` is the channel `stable`. `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getElectronUpdate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/{channel}/tauri.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest update for all targets of Tauri
         * @description `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getTauriUpdates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/{channel}/tauri/{target}/{arch}/{currentVersion}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The update for one target of Tauri, if there is a newer one
         * @description `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getTauriUpdate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/{channel}/velopack/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Updates for Velopack: `releases.win.json` and the like, and the packages that they name
         * @description `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getVelopackFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/updates/{productId}/files/{version}/{platform}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of a version, as the feeds name it
         * @description Takes `Range` and `If-None-Match`. `downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.
         */
        get: operations["getUpdateFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/vendors/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant behind this host
         * @description What pages show about the vendor: name, logo, links and look.
         */
        get: operations["getCurrentVendor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every public license key, as JWKS
         * @description The signing key comes first; retired keys stay, so that older tokens verify.
         */
        get: operations["getLicenseKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/license-key.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public key of new license tokens, as PEM
         * @description For applications that verify license tokens offline. Previous signing keys are in `/.well-known/jwks.json`.
         */
        get: operations["getLicenseKeyPem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process responds
         * @description Checks neither the database nor the disk.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process is ready
         * @description Checks the database and the disk; 503 names what fails.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * The bytes of a file, by a signed link
         * @description Once, by one request at a time; an interrupted upload stores nothing.
         */
        put: operations["putFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/{key}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * The bytes of a part of a file, by a signed link
         * @description Can be repeated, by one request at a time: the last one counts.
         */
        put: operations["putPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AccountDomains */
        AccountDomains: {
            /** @description Custom domains that lead to the account; links use the first. */
            domains: string[];
            /** @description The base URL of links to the account. */
            url: string;
        };
        /** AccountSettings */
        AccountSettings: {
            /** @description The id of the account, which never changes: tokens contain it. */
            id: string;
            /** @description The vendor's name, as customers see it. */
            name: string;
            /** @description Whether hosts that belong to no account lead to this one. */
            isDefault: boolean;
            /** @description Custom domains that lead to the account; links use the first. */
            domains: string[];
            /** @description The base URL of links to the account. */
            url: string;
            /** @description The vendor's site; pages and receipts link there if there is no `storefrontUrl`. An absolute URL. */
            websiteUrl?: string;
            /** @description The vendor's shop; pages and receipts link there, and the root URL of the account redirects there; without both, to the hosted shop at `/shop`. An absolute URL. */
            storefrontUrl?: string;
            /** @description The vendor's own page for links in mails, which receives `mb_intent`, `mb_email` and the code. Absent: the hosted pages. An absolute URL. */
            mailPageUrl?: string;
            /** @description Image in mails and on the pages. An absolute URL. */
            logoUrl?: string;
            /** @description The vendor's own page for activation in the browser, which receives `mb_intent=activate_product` and `mb_token`. Absent: the hosted page. An absolute URL. */
            activationPageUrl?: string;
            /**
             * @description Exact origins whose pages may call the API from a browser, and to which the checkout may return.
             * @default []
             */
            origins: string[];
            /**
             * @description Currencies of prices, as ISO 4217 codes.
             * @default [
             *       "EUR"
             *     ]
             */
            currencies: string[];
            /** @description One of `currencies`, for visitors whose country suggests none of them. If not set: the first of them. */
            defaultCurrency: string;
            /**
             * @description Lifetime of an access token, in seconds.
             * @default 900
             */
            accessTokenSeconds: number;
            /**
             * @description Lifetime of a session without a visit, in seconds.
             * @default 2592000
             */
            refreshTokenSeconds: number;
            /**
             * @description Age at which the key of access tokens is rotated, in days; 0: only manually.
             * @default 90
             */
            accessKeyDays: number;
            /**
             * @description Customers can sign in only after they confirm their email.
             * @default false
             */
            requiresConfirmedEmail: boolean;
            /**
             * @description A changed email takes effect once it is confirmed.
             * @default false
             */
            confirmsEmailChange: boolean;
            /**
             * @description Provisioned and imported licenses wait until the customer has proven the email.
             * @default false
             */
            waitsForProvenEmail: boolean;
            /**
             * @description Free licenses of one product that a customer can get from orders; provisioned licenses do not count.
             * @default 1
             */
            freeLicensesPerCustomer: number;
            /**
             * @description Bundles can be sold without the products that a customer owns.
             * @default false
             */
            allowsPartialBundles: boolean;
            /**
             * @description Which activations customers may release on their own. Products may differ.
             * @default {}
             */
            customersMayRelease: {
                /**
                 * @description Customers may release devices that are activated online.
                 * @default true
                 */
                online: boolean;
                /**
                 * @description Customers may release devices that are activated offline.
                 * @default false
                 */
                offline: boolean;
            };
            /**
             * @description Minimum time between two releases of one license by its owner, in seconds. Products may differ.
             * @default 0
             */
            releasePauseSeconds: number;
            /**
             * @description New products allow offline activation unless they say otherwise.
             * @default false
             */
            allowsOffline: boolean;
            /** @description Lifetime of the token of an offline activation, in days. Absent: as long as its license. Products may differ. */
            offlineDays?: number;
            /** @description Name of the provider that takes payments, or `none`. Absent: that of test payments. */
            paymentProvider?: string;
            /** @description Sender of the account's mails, `name@example.com` or `Name <name@example.com>`. Absent: that of the instance. */
            mailFrom?: string;
            /**
             * @description Language of the pages, as a tag such as `de` or `de-AT`, when neither the shop nor the browser asks for one that they are written in.
             * @default en
             */
            locale: string;
            /**
             * @description The vendor's own pages that the checkout and the other pages link to.
             * @default {}
             */
            links: {
                /** @description Terms of sale. An absolute URL. */
                terms?: string;
                /** @description Privacy policy. An absolute URL. */
                privacy?: string;
                /** @description Refund policy, and the right of withdrawal. An absolute URL. */
                refunds?: string;
                /** @description Imprint, or who runs the shop. An absolute URL. */
                imprint?: string;
            };
            /**
             * @description The look of the pages.
             * @default {}
             */
            brand: {
                /** @description Color of buttons and links, such as `#3b5bdb`; the pages darken or lighten it where it would be hard to read. */
                accentColor?: string;
                /**
                 * @description Light or dark pages, or as set on the visitor's device.
                 * @default auto
                 * @enum {unknown}
                 */
                colorScheme: "auto" | "light" | "dark";
                /** @description Square icon in the browser's tab. An absolute URL. */
                iconUrl?: string;
                /** @description Text in the footer of the pages. */
                footerText?: string;
                /**
                 * @description Links in the footer of the pages, as `label` and `url`.
                 * @default []
                 */
                links: {
                    label: string;
                    /** @description Target. An absolute URL. */
                    url: string;
                }[];
            };
            /**
             * @description The seller, as named on receipts.
             * @default {}
             */
            seller: {
                /** @description The legal name. Absent: the name of the account. */
                name?: string;
                /**
                 * @description Lines of the postal address, without the country.
                 * @default []
                 */
                address: string[];
                /** @description ISO 3166-1 alpha-2 code. */
                country?: string;
                /** @description VAT or tax number. A VAT number that begins with the letters of its country is checked. */
                taxId?: string;
                /** @description Address for questions about orders. */
                email?: string;
            };
            /**
             * @description How documents are numbered. `{year}` stands for the year of issue in UTC; each different start is a series that counts from 1.
             * @default {}
             */
            documents: {
                /**
                 * @description Start of the numbers of receipts.
                 * @default R-{year}-
                 */
                receiptPrefix: string;
                /**
                 * @description Start of the numbers of invoices.
                 * @default INV-{year}-
                 */
                invoicePrefix: string;
                /**
                 * @description Start of the numbers of credit notes.
                 * @default CN-{year}-
                 */
                creditNotePrefix: string;
            };
            /**
             * @description Taxes of purchases.
             * @default {}
             */
            tax: {
                /**
                 * @description Who calculates taxes: nobody, Latchkey with its table and your `/api/tax-rates`, or the payment provider.
                 * @default none
                 * @enum {unknown}
                 */
                mode: "none" | "own" | "provider";
                /**
                 * @description Whether prices include tax, or tax is added.
                 * @default inclusive
                 * @enum {unknown}
                 */
                prices: "inclusive" | "exclusive";
                /**
                 * @description Countries where you collect tax, as ISO 3166-1 alpha-2 codes; `EU` means all member states (one-stop shop).
                 * @default []
                 */
                collectsIn: string[];
                /**
                 * @description Tax IDs of businesses in the EU are also checked with VIES before they are exempt from tax.
                 * @default false
                 */
                vies: boolean;
            };
            /**
             * @description Each is a number of requests; 0 turns the limit off.
             * @default {}
             */
            limits: {
                /**
                 * @description Sign-ins, per minute and client address.
                 * @default 10
                 */
                signInPerMinute: number;
                /**
                 * @description Sign-ups, and changes of an email, per minute and client address.
                 * @default 10
                 */
                signUpPerMinute: number;
                /**
                 * @description Requests for new passwords, confirmations, and links mailed again, each, per minute and client address.
                 * @default 10
                 */
                passwordResetPerMinute: number;
                /**
                 * @description Failed sign-ins of one email in a row before each further one has to wait longer.
                 * @default 5
                 */
                signInFailuresBeforeDelay: number;
                /**
                 * @description Mails of one kind that anybody can trigger, per address and hour.
                 * @default 10
                 */
                mailsPerAddressAndHour: number;
                /**
                 * @description Newsletter sign-ups and changes, per minute and client address.
                 * @default 10
                 */
                newsletterPerMinute: number;
                /**
                 * @description Voucher lookups and redemptions, per minute and client address.
                 * @default 30
                 */
                vouchersPerMinute: number;
                /**
                 * @description Coupon codes entered, per minute and client address.
                 * @default 30
                 */
                couponsPerMinute: number;
                /**
                 * @description Pending payments that hold uses of the same coupon with a maximum, per client address.
                 * @default 5
                 */
                pendingPaymentsPerCoupon: number;
                /**
                 * @description Downloads of PDF files of receipts, and of the data of customers, each, per minute and client address.
                 * @default 60
                 */
                documentsPerMinute: number;
                /**
                 * @description New carts, per minute and client address; all buyers share one if the server of the shop creates the carts.
                 * @default 300
                 */
                cartsPerMinute: number;
                /**
                 * @description New carts, per day and client address.
                 * @default 10000
                 */
                cartsPerDay: number;
                /**
                 * @description Payments started at the checkout, per minute and client address.
                 * @default 30
                 */
                paymentsPerMinute: number;
                /**
                 * @description Tax IDs looked up in VIES, per minute and client address.
                 * @default 10
                 */
                taxIdChecksPerMinute: number;
                /**
                 * @description Trials started or continued, per minute and client address.
                 * @default 300
                 */
                trialsPerMinute: number;
                /**
                 * @description Trials started or continued, per day and client address.
                 * @default 10000
                 */
                trialsPerDay: number;
                /**
                 * @description Requests for an activation in the browser, per minute and client address.
                 * @default 300
                 */
                activationRequestsPerMinute: number;
                /**
                 * @description Polls of an application for the result of one activation, in five seconds.
                 * @default 5
                 */
                activationPollsPerFiveSeconds: number;
                /**
                 * @description Reports of problems from pages, per minute and client address.
                 * @default 60
                 */
                insightsPerMinute: number;
                /**
                 * @description Calls of the Core API, per minute and API key.
                 * @default 0
                 */
                apiKeyRequestsPerMinute: number;
            };
        };
        /** AccountSettingsChanges */
        AccountSettingsChanges: {
            /** @description The vendor's name, as customers see it. */
            name?: string;
            /** @description The vendor's site; pages and receipts link there if there is no `storefrontUrl`. An absolute URL. */
            websiteUrl?: string | null;
            /** @description The vendor's shop; pages and receipts link there, and the root URL of the account redirects there; without both, to the hosted shop at `/shop`. An absolute URL. */
            storefrontUrl?: string | null;
            /** @description The vendor's own page for links in mails, which receives `mb_intent`, `mb_email` and the code. Absent: the hosted pages. An absolute URL. */
            mailPageUrl?: string | null;
            /** @description Image in mails and on the pages. An absolute URL. */
            logoUrl?: string | null;
            /** @description The vendor's own page for activation in the browser, which receives `mb_intent=activate_product` and `mb_token`. Absent: the hosted page. An absolute URL. */
            activationPageUrl?: string | null;
            /** @description Exact origins whose pages may call the API from a browser, and to which the checkout may return. Default []. */
            origins?: string[] | null;
            /** @description Currencies of prices, as ISO 4217 codes. Default ["EUR"]. */
            currencies?: string[] | null;
            /** @description One of `currencies`, for visitors whose country suggests none of them. If not set: the first of them. */
            defaultCurrency?: string | null;
            /** @description Lifetime of an access token, in seconds. Default 900. */
            accessTokenSeconds?: number | null;
            /** @description Lifetime of a session without a visit, in seconds. Default 2592000. */
            refreshTokenSeconds?: number | null;
            /** @description Age at which the key of access tokens is rotated, in days; 0: only manually. Default 90. */
            accessKeyDays?: number | null;
            /** @description Customers can sign in only after they confirm their email. Default false. */
            requiresConfirmedEmail?: boolean | null;
            /** @description A changed email takes effect once it is confirmed. Default false. */
            confirmsEmailChange?: boolean | null;
            /** @description Provisioned and imported licenses wait until the customer has proven the email. Default false. */
            waitsForProvenEmail?: boolean | null;
            /** @description Free licenses of one product that a customer can get from orders; provisioned licenses do not count. Default 1. */
            freeLicensesPerCustomer?: number | null;
            /** @description Bundles can be sold without the products that a customer owns. Default false. */
            allowsPartialBundles?: boolean | null;
            /** @description Which activations customers may release on their own. Products may differ. */
            customersMayRelease?: {
                /** @description Customers may release devices that are activated online. Default true. */
                online?: boolean | null;
                /** @description Customers may release devices that are activated offline. Default false. */
                offline?: boolean | null;
            } | null;
            /** @description Minimum time between two releases of one license by its owner, in seconds. Products may differ. Default 0. */
            releasePauseSeconds?: number | null;
            /** @description New products allow offline activation unless they say otherwise. Default false. */
            allowsOffline?: boolean | null;
            /** @description Lifetime of the token of an offline activation, in days. Absent: as long as its license. Products may differ. */
            offlineDays?: number | null;
            /** @description Name of the provider that takes payments, or `none`. Absent: that of test payments. */
            paymentProvider?: string | null;
            /** @description Sender of the account's mails, `name@example.com` or `Name <name@example.com>`. Absent: that of the instance. */
            mailFrom?: string | null;
            /** @description Language of the pages, as a tag such as `de` or `de-AT`, when neither the shop nor the browser asks for one that they are written in. Default "en". */
            locale?: string | null;
            /** @description The vendor's own pages that the checkout and the other pages link to. */
            links?: {
                /** @description Terms of sale. An absolute URL. */
                terms?: string | null;
                /** @description Privacy policy. An absolute URL. */
                privacy?: string | null;
                /** @description Refund policy, and the right of withdrawal. An absolute URL. */
                refunds?: string | null;
                /** @description Imprint, or who runs the shop. An absolute URL. */
                imprint?: string | null;
            } | null;
            /** @description The look of the pages. */
            brand?: {
                /** @description Color of buttons and links, such as `#3b5bdb`; the pages darken or lighten it where it would be hard to read. */
                accentColor?: string | null;
                /** @description Light or dark pages, or as set on the visitor's device. Default "auto". */
                colorScheme?: ("auto" | "light" | "dark") | null;
                /** @description Square icon in the browser's tab. An absolute URL. */
                iconUrl?: string | null;
                /** @description Text in the footer of the pages. */
                footerText?: string | null;
                /** @description Links in the footer of the pages, as `label` and `url`. Default []. */
                links?: {
                    label: string;
                    /** @description Target. An absolute URL. */
                    url: string;
                }[] | null;
            } | null;
            /** @description The seller, as named on receipts. */
            seller?: {
                /** @description The legal name. Absent: the name of the account. */
                name?: string | null;
                /** @description Lines of the postal address, without the country. Default []. */
                address?: string[] | null;
                /** @description ISO 3166-1 alpha-2 code. */
                country?: string | null;
                /** @description VAT or tax number. A VAT number that begins with the letters of its country is checked. */
                taxId?: string | null;
                /** @description Address for questions about orders. */
                email?: string | null;
            } | null;
            /** @description How documents are numbered. `{year}` stands for the year of issue in UTC; each different start is a series that counts from 1. */
            documents?: {
                /** @description Start of the numbers of receipts. Default "R-{year}-". */
                receiptPrefix?: string | null;
                /** @description Start of the numbers of invoices. Default "INV-{year}-". */
                invoicePrefix?: string | null;
                /** @description Start of the numbers of credit notes. Default "CN-{year}-". */
                creditNotePrefix?: string | null;
            } | null;
            /** @description Taxes of purchases. */
            tax?: {
                /** @description Who calculates taxes: nobody, Latchkey with its table and your `/api/tax-rates`, or the payment provider. Default "none". */
                mode?: ("none" | "own" | "provider") | null;
                /** @description Whether prices include tax, or tax is added. Default "inclusive". */
                prices?: ("inclusive" | "exclusive") | null;
                /** @description Countries where you collect tax, as ISO 3166-1 alpha-2 codes; `EU` means all member states (one-stop shop). Default []. */
                collectsIn?: string[] | null;
                /** @description Tax IDs of businesses in the EU are also checked with VIES before they are exempt from tax. Default false. */
                vies?: boolean | null;
            } | null;
            /** @description Each is a number of requests; 0 turns the limit off. */
            limits?: {
                /** @description Sign-ins, per minute and client address. Default 10. */
                signInPerMinute?: number | null;
                /** @description Sign-ups, and changes of an email, per minute and client address. Default 10. */
                signUpPerMinute?: number | null;
                /** @description Requests for new passwords, confirmations, and links mailed again, each, per minute and client address. Default 10. */
                passwordResetPerMinute?: number | null;
                /** @description Failed sign-ins of one email in a row before each further one has to wait longer. Default 5. */
                signInFailuresBeforeDelay?: number | null;
                /** @description Mails of one kind that anybody can trigger, per address and hour. Default 10. */
                mailsPerAddressAndHour?: number | null;
                /** @description Newsletter sign-ups and changes, per minute and client address. Default 10. */
                newsletterPerMinute?: number | null;
                /** @description Voucher lookups and redemptions, per minute and client address. Default 30. */
                vouchersPerMinute?: number | null;
                /** @description Coupon codes entered, per minute and client address. Default 30. */
                couponsPerMinute?: number | null;
                /** @description Pending payments that hold uses of the same coupon with a maximum, per client address. Default 5. */
                pendingPaymentsPerCoupon?: number | null;
                /** @description Downloads of PDF files of receipts, and of the data of customers, each, per minute and client address. Default 60. */
                documentsPerMinute?: number | null;
                /** @description New carts, per minute and client address; all buyers share one if the server of the shop creates the carts. Default 300. */
                cartsPerMinute?: number | null;
                /** @description New carts, per day and client address. Default 10000. */
                cartsPerDay?: number | null;
                /** @description Payments started at the checkout, per minute and client address. Default 30. */
                paymentsPerMinute?: number | null;
                /** @description Tax IDs looked up in VIES, per minute and client address. Default 10. */
                taxIdChecksPerMinute?: number | null;
                /** @description Trials started or continued, per minute and client address. Default 300. */
                trialsPerMinute?: number | null;
                /** @description Trials started or continued, per day and client address. Default 10000. */
                trialsPerDay?: number | null;
                /** @description Requests for an activation in the browser, per minute and client address. Default 300. */
                activationRequestsPerMinute?: number | null;
                /** @description Polls of an application for the result of one activation, in five seconds. Default 5. */
                activationPollsPerFiveSeconds?: number | null;
                /** @description Reports of problems from pages, per minute and client address. Default 60. */
                insightsPerMinute?: number | null;
                /** @description Calls of the Core API, per minute and API key. Default 0. */
                apiKeyRequestsPerMinute?: number | null;
            } | null;
        };
        /** Activation */
        Activation: {
            id: string;
            licenseId: string;
            /** @description The device. */
            name: string;
            /** @enum {unknown} */
            activationMethod: "Online" | "Offline";
            /**
             * @description Devices of a license that was revoked or has expired read Revoked.
             * @enum {unknown}
             */
            status: "Active" | "Revoked";
            /** Format: date-time */
            firstValidatedAt: string;
            /** Format: date-time */
            lastValidatedAt: string;
            /** @description The version that the application last reported from the device. */
            appVersion?: string;
            /** @description `Windows`, `Mac` or `Linux`, if the application reported it. */
            platform?: string;
            /** @description Whether its owner may release it: the device holds a seat, and the vendor allows it for this product and method. The minimum time between two releases may still apply. */
            canRelease: boolean;
        };
        /** ActivationPage */
        ActivationPage: {
            items: components["schemas"]["Activation"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** ActivationPending */
        ActivationPending: {
            /** @constant */
            status: "activation_pending";
            email: string;
        };
        /** ActivationRequest */
        ActivationRequest: {
            id: string;
            /** @enum {unknown} */
            status: "Requested" | "Fulfilled" | "Completed" | "Cancelled";
            /** @description The device to activate. */
            deviceName: string;
            /** @enum {unknown} */
            method: "Online" | "Offline";
            /** Format: date-time */
            expiresAt: string;
            product: components["schemas"]["StorefrontProduct"];
            /** @enum {unknown} */
            fulfillmentType?: "License" | "Trial";
            trialEligibility?: {
                /** @description A trial can be started or continued. */
                eligible: boolean;
                /** @description The device has had a trial of the product. */
                existing: boolean;
                requiresAccount: boolean;
                /** @constant */
                requiresNewsletterOptIn: false;
                numberOfDaysPerProduct: number;
                numberOfDaysRemaining: number;
            };
            licenseEligibility?: {
                /** @description The customer has a seat for this device. */
                eligible: boolean;
            };
        };
        /** Address */
        Address: {
            countryCode: string;
            streetAddress1: string;
            streetAddress2: string | null;
            postCode: string;
            locality: string | null;
            region: string | null;
        };
        /** AddressInput */
        AddressInput: {
            /** @description ISO 3166-1 alpha-2. */
            countryCode: string;
            streetAddress1: string;
            /** @description Second line. */
            streetAddress2?: string | null;
            postCode: string;
            /** @description City; needed when there is no region. */
            locality?: string | null;
            /** @description State; needed when there is no locality. */
            region?: string | null;
        };
        /** AddressProof */
        AddressProof: {
            /** @description The password of the account. */
            password?: string;
        };
        /** Amount */
        Amount: {
            currency: string;
            amount: number;
        };
        /** AmountsByCurrency */
        AmountsByCurrency: {
            [key: string]: number;
        };
        /** ApiKey */
        ApiKey: {
            id: string;
            name: string;
            /** @description The first 11 characters of the key. Old keys have none until they are rotated. */
            prefix?: string;
            scopes: string[];
            status: components["schemas"]["ApiKeyStatus"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The key expires at this time. Absent: never.
             */
            expiresAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation still works.
             */
            previousExpiresAt?: string;
        };
        /** ApiKeyChanges */
        ApiKeyChanges: {
            /** @description The purpose of the key, in 1 to 100 characters. */
            name?: string;
            /** @description Null: never. */
            expiresAt?: string | null;
        };
        /** ApiKeyPage */
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** ApiKeyRotation */
        ApiKeyRotation: {
            /** @description Hours for which the current secret still works; 0: it ends immediately. Default 24. */
            overlapHours?: number;
        };
        /**
         * ApiKeyStatus
         * @enum {unknown}
         */
        ApiKeyStatus: "Active" | "Expired" | "Revoked";
        /** ApiKeyWithSecret */
        ApiKeyWithSecret: {
            id: string;
            name: string;
            /** @description The first 11 characters of the key. Old keys have none until they are rotated. */
            prefix?: string;
            scopes: string[];
            status: components["schemas"]["ApiKeyStatus"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The key expires at this time. Absent: never.
             */
            expiresAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation still works.
             */
            previousExpiresAt?: string;
            /** @description The key itself. It is shown only now. */
            key: string;
        };
        /**
         * ApiScope
         * @description What a key allows; `*` allows everything, including scopes added later.
         * @enum {unknown}
         */
        ApiScope: "*" | "customers:read" | "customers:write" | "licenses:read" | "licenses:write" | "trials:read" | "trials:write" | "products:read" | "products:write" | "releases:read" | "releases:write" | "orders:read" | "orders:write" | "vouchers:read" | "vouchers:write" | "coupons:read" | "coupons:write" | "settings:read" | "settings:write" | "audit:read";
        /**
         * Arch
         * @enum {unknown}
         */
        Arch: "Unknown" | "Universal" | "X86" | "X64" | "Arm" | "Arm64";
        /**
         * AuditActor
         * @description The actor: customers and API keys by id, jobs by kind.
         */
        AuditActor: {
            /** @enum {unknown} */
            kind: "Anonymous" | "Customer" | "ApiKey" | "Job" | "CommandLine" | "Server";
            id?: string;
        };
        /**
         * AuditData
         * @description Data of the event, by its type; `before` and `after` if something changed.
         */
        AuditData: {
            [key: string]: unknown;
        };
        /** AuditEvent */
        AuditEvent: {
            id: string;
            /** @description The type of the event, such as `license.granted`. */
            type: string;
            /** Format: date-time */
            occurredAt: string;
            actor: components["schemas"]["AuditActor"];
            /** @description The network of the client: the first three bytes of an IPv4 address, the first 64 bits of an IPv6 one. */
            addressGroup?: string;
            /** @description The request, as the log names it. */
            requestId?: string;
            /** @description The subjects of the event, each as `kind/id`. */
            subjects: string[];
            data: components["schemas"]["AuditData"];
        };
        /** AuditEventPage */
        AuditEventPage: {
            items: components["schemas"]["AuditEvent"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** BillingDetails */
        BillingDetails: {
            name: string;
            /** @description The receipt goes there. */
            email: string;
            businessName?: string | null;
            taxId?: string | null;
            phone?: string | null;
            address?: components["schemas"]["AddressInput"] | null;
        };
        /**
         * Brand
         * @description The look of the pages.
         */
        Brand: {
            /** @description Color of buttons and links, as `#rrggbb`. */
            accentColor?: string;
            /** @enum {unknown} */
            colorScheme: "auto" | "light" | "dark";
            /** @description Square icon in the browser's tab. */
            iconUrl?: string;
            footerText?: string;
            /** @description Links at the foot of the pages. */
            links: {
                label: string;
                url: string;
            }[];
        };
        /** BrowserActivationRequest */
        BrowserActivationRequest: {
            /** @description For polling only. */
            id: string;
            /**
             * Format: uri
             * @description Poll this.
             */
            request: string;
            /**
             * Format: uri
             * @description Open this in the browser of the customer.
             */
            browser: string;
        };
        /** Bundle */
        Bundle: {
            id: string;
            name: string;
            tagline: string;
            description: string;
            longDescription: string | null;
            systemRequirements: string | null;
            purchasable: boolean;
            website: string | null;
            iconUrl: string | null;
            productIds: string[];
            position: number;
            isArchived: boolean;
            /** @description Without archived ones, the default variation first. */
            variations: components["schemas"]["Variation"][];
            properties?: components["schemas"]["CustomProperties"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** BundleChanges */
        BundleChanges: {
            name?: string;
            /** @description In the order in which they are shown. */
            productIds?: string[];
            tagline?: string;
            description?: string;
            /** @description Text of the page of the item, in Markdown, of at most 20,000 characters. */
            longDescription?: string | null;
            /** @description The system requirements, in Markdown, of at most 5,000 characters. */
            systemRequirements?: string | null;
            /** @description Absolute URL. */
            website?: string | null;
            /** @description Whether the shop sells it. True by default. */
            purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            position?: number;
        };
        /** BundlePage */
        BundlePage: {
            items: components["schemas"]["Bundle"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** BundledProduct */
        BundledProduct: {
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
            /** @description Whether it is part of the purchase: false if the bundle is partial and the customer already owns it. */
            included: boolean;
        };
        /** CartOffer */
        CartOffer: {
            id: string;
            /** @constant */
            scope: "Cart";
            target?: components["schemas"]["OfferTarget"];
            targetVariations?: components["schemas"]["StorefrontVariation"][];
            /** @description The items that it covers, of which the first is also the target. Empty: every line of the cart. */
            targets: {
                item: components["schemas"]["OfferTarget"];
                /** @description Ids; empty: any variation. */
                variations: string[];
            }[];
            /** @description Limits of the sum of all lines after product discounts, before offers and coupons. */
            condition: {
                /** @constant */
                type: "CartTotal";
                minimumTotal?: components["schemas"]["AmountsByCurrency"];
                maximumTotal?: components["schemas"]["AmountsByCurrency"];
            };
            discount: components["schemas"]["Discount"];
        };
        /**
         * CartOfferDiscount
         * @description The part of the discount that the offer on the whole cart gives; absent if none applies.
         */
        CartOfferDiscount: {
            currency: string;
            amount: number;
        };
        /**
         * Checkout
         * @description An order as shown on the checkout page.
         */
        Checkout: {
            vendor: {
                id: string;
                name: string;
                logoUrl?: string;
            };
            /** @description The seller, as named on the receipt. */
            seller: {
                name: string;
                /** @description Lines of the postal address. */
                address: string[];
                country?: string;
                taxId?: string;
                email?: string;
            };
            /** @description The vendor's own pages. */
            links: {
                terms?: string;
                privacy?: string;
                refunds?: string;
                imprint?: string;
                /** @description The shop of the vendor. */
                shop?: string;
            };
            /** @description The text of the vendor in the footer of every page. */
            footer: {
                text?: string;
                links: {
                    label: string;
                    url: string;
                }[];
            };
            /** @description Language, such as `de`, if neither the shop nor the browser asks for one that the page supports. */
            locale: string;
            /** @description The currencies in which all items of the order are sold, that of the order included. */
            currencies: string[];
            status: components["schemas"]["OrderStatus"];
            /** @description The order now belongs to another buyer, or is being paid through another link; this link takes no payment. */
            taken: boolean;
            /** @description The order belongs to a customer whom this link does not reveal. The purchase goes to that customer, no matter who pays. */
            forOwner: boolean;
            currency: string;
            /** @description Identifies the items, quantities, prices and the currency. The payment sends it back, so that nobody pays for an order other than the one shown. */
            fingerprint: string;
            lines: components["schemas"]["CheckoutLine"][];
            /** @description Items that the shop has stopped selling since they were added to the cart, in cart order. They are not part of the payment. */
            withdrawnLines: components["schemas"]["WithdrawnLine"][];
            total?: components["schemas"]["OrderTotal"];
            tax?: components["schemas"]["CheckoutTax"];
            couponsApplied: components["schemas"]["CouponApplied"][];
            /** @description Coupons that were entered but currently reduce nothing, each with the reason. */
            unusableCoupons?: components["schemas"]["UnusableCoupon"][];
            /** @description The country of the connection, if it can be determined. */
            suggestedCountry?: string;
            buyer: {
                name: string | null;
                email: string | null;
                /** @description Taxes depend on an address, and the buyer has none yet: the payment has to send one. */
                addressNeeded?: boolean;
                /** @description The order belongs to a customer, and this is their email. */
                locked: boolean;
                /** @description Other billing details that the shop sent for a guest, from the same network. They apply if the payment sends them back. */
                billing?: {
                    businessName?: string;
                    taxId?: string;
                    phone?: string;
                    address?: components["schemas"]["Address"];
                };
            };
            /** @description Whether the purchase includes files to download. */
            downloads: boolean;
            /** @description Once the order is completed: the files that the visitor may have at once. */
            files?: components["schemas"]["CheckoutFile"][];
            /** Format: date-time */
            completedAt?: string;
            /**
             * Format: date-time
             * @description When a `Paid` order was cancelled because it could not be delivered: its money is returned.
             */
            cancelledAt?: string;
            /** @description The offer on the cart, and its reduction of the order. */
            cartOffer?: {
                name: string;
                amount: number;
            };
            payment: {
                /** @enum {unknown} */
                provider: "sandbox" | "stripe" | "none";
                /** @description The form of the provider can be a part of the page, if the payment asks for it. */
                embedded?: {
                    /** @description The URL of the script that shows the form. */
                    script: string;
                    /** @description Whether the page also shows it outside of a frame of the shop. */
                    inPage: boolean;
                };
                /** @description Where the buyer continues the pending payment. Only with the checkout URL that started it. */
                continuation?: {
                    /** @constant */
                    kind: "Redirect";
                    url: string;
                } | {
                    /** @constant */
                    kind: "Embedded";
                    /** @description For the script of the provider. */
                    parameters: {
                        [key: string]: string;
                    };
                };
                /** @description The pending payment can be cancelled with this checkout URL, because it started the payment or is the owner’s. */
                cancellable?: boolean;
                /** @description The provider moves no money: the payment ends with the outcome that is sent in this field of its body. */
                test?: {
                    field: string;
                    outcomes: string[];
                };
            };
            /** @description The document issued for the order, for the buyer who paid it with this checkout URL. */
            document?: {
                /** @enum {unknown} */
                kind: "Receipt" | "Invoice";
                number: string;
            };
            returnUrl?: string;
            /** @description Why the last payment failed. */
            failure?: string;
            /** @description Why a payment of the current order would be refused, one sentence per reason. */
            checkoutRefusals?: string[];
        };
        /** CheckoutFile */
        CheckoutFile: {
            /** @description The name of the product. */
            product: string;
            name: string;
            version: string;
            /** @enum {unknown} */
            platform: "Universal" | "Windows" | "Mac" | "Linux" | "iOS" | "Android";
            sizeBytes: number;
            /** @description Works without credentials for some hours. */
            url: string;
        };
        /** CheckoutLine */
        CheckoutLine: {
            id: string;
            /** @enum {unknown} */
            type: "Product" | "Bundle";
            name: string;
            tagline?: string;
            /** @description The names of the products that a bundle gives the buyer. */
            contents?: string[];
            iconUrl: string | null;
            variationName: string;
            recurrence: components["schemas"]["Recurrence"];
            quantity: number;
            unitPrice: number;
            total: {
                original: number;
                discount: number;
                subtotal: number;
                due: number;
            };
            /** @description The reductions of this line by its discount and its offer, by name. `total.discount` also has its part of coupons and of the offer on the cart. */
            reductions: {
                name: string;
                amount: number;
            }[];
            discountName?: string;
            /** @description The `checkoutRefusals` that this line causes. */
            refusals?: string[];
        };
        /** CheckoutQuote */
        CheckoutQuote: {
            /** @description As in the payment, as far as entered. */
            billing?: {
                businessName?: string | null;
                taxId?: string | null;
                phone?: string | null;
                address?: components["schemas"]["AddressInput"] | null;
            };
            /** @description The parts of the address that taxes depend on, if `billing` has no address. */
            place?: {
                countryCode: string;
                region?: string | null;
                postCode?: string | null;
            };
            /** @description As in the payment. */
            countryConfirmed?: boolean;
        };
        /** CheckoutTax */
        CheckoutTax: {
            /**
             * @description Whether the taxes are added to the prices or included in them.
             * @enum {unknown}
             */
            mode: "Exclusive" | "Inclusive";
            /** @description The buyer has not entered a country: the taxes are those of the country of the connection, if any. */
            isEstimate: boolean;
            rates: {
                /** @description In percent. */
                rate: number;
                amount: number;
                country: string;
                /** @enum {unknown} */
                reason: "Standard" | "ReverseCharge" | "NotCollecting" | "ZeroRated" | "Exempt" | "Provider";
            }[];
            /** @description A sentence for a buyer whose tax id changes nothing. */
            notice?: string;
            /**
             * @description The same as a code: the tax id is not in the register, or could not be checked.
             * @enum {unknown}
             */
            noticeReason?: "NotRegistered" | "Unreachable";
            /** @description Another country that evidence points to: the payment is refused unless it says that the buyer confirmed theirs. */
            unclearCountry?: string;
        };
        /** CommunicationPreferences */
        CommunicationPreferences: {
            newsletterOptIn: boolean;
            productUpdatesOptIn: boolean;
        };
        /** CommunicationPreferencesInput */
        CommunicationPreferencesInput: {
            newsletterOptIn?: boolean;
            productUpdatesOptIn?: boolean;
        };
        /** ConfirmedIdentity */
        ConfirmedIdentity: {
            id: string;
            /** @description Null for some imported customers. */
            name: string | null;
            email: string;
            /** @description The account. */
            tenantId: string;
            /** @constant */
            userType: "Customer";
            /** @description Whether the current email was ever confirmed. */
            confirmedAccount: boolean;
            communicationPreferences: components["schemas"]["CommunicationPreferences"];
            /** @description Product ids. */
            ownedProducts: string[];
            /** @description Product ids. */
            subscribedProducts: string[];
            /** @description Whether any product is subscribed to. */
            hasSubscriptions: boolean;
            connectedAccounts: string[];
            address?: components["schemas"]["Address"];
            phone?: string;
            /** @description Public custom properties as plain values; absent when there are none. */
            properties?: {
                [key: string]: unknown;
            };
            /** @description Purchases by others for this email address, granted once it is confirmed. */
            awaitsProof?: {
                /** @description Product ids. */
                products: string[];
                /** @description Their names, for a sentence of your own. */
                names: string[];
                /** @description A sentence for the customer. */
                message: string;
            };
            /** @description JWT; by default it lasts 15 minutes. */
            accessToken?: string;
            /** @description Can be exchanged once for a new pair of tokens. */
            refreshToken?: string;
            status: "SignedIn" | "PasswordSetupRequired";
            /** @description A code for reset-password, if the customer has no password yet. */
            resetPasswordToken?: string;
        };
        /** Coupon */
        Coupon: {
            id: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            amounts?: components["schemas"]["AmountsByCurrency"];
            description: string | null;
            startsAt: string | null;
            endsAt: string | null;
            /** @description Empty: everything that is sold. */
            targets: components["schemas"]["ItemTarget"][];
            minimumTotal: components["schemas"]["AmountsByCurrency"];
            /** @description Maximum number of orders that use it. Null: any. */
            maxUses: number | null;
            /** @description Maximum number of orders of one customer that use it. Null: any. */
            maxUsesPerCustomer: number | null;
            /** @description Only for customers who have not bought anything yet. */
            firstPurchaseOnly: boolean;
            /** @description Number of payments of a subscription that it reduces. Null: all of them. */
            recurringPaymentUseCount: number | null;
            /** @description Number of orders that use it, including those being paid. */
            uses: number;
            isArchived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** CouponApplied */
        CouponApplied: {
            /** @description Empty for everybody except the customer, if the order belongs to one. */
            code: string;
            name: string;
            description: string;
            discount?: components["schemas"]["Amount"];
        };
        /** CouponBatch */
        CouponBatch: {
            id: string;
            /** @enum {unknown} */
            status: "Generating" | "Ready";
            /** @description Number of codes in the batch. */
            quantity: number;
            /** @description Number of codes created so far. */
            generated: number;
            maxUsesPerCode: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** CouponBatchPage */
        CouponBatchPage: {
            items: components["schemas"]["CouponBatch"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** CouponChanges */
        CouponChanges: {
            name?: string;
            type?: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off the cart, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description Minimum total of a cart before coupons, by currency; an absent currency has none. */
            minimumTotal?: {
                [key: string]: number;
            };
            /** @description Maximum number of orders that use it. Null: any. */
            maxUses?: number | null;
            /** @description Maximum number of orders of one customer that use it. Null: any. */
            maxUsesPerCustomer?: number | null;
            /** @description Only for customers who have not bought anything yet. */
            firstPurchaseOnly?: boolean;
            /** @description Number of payments of a subscription that it reduces. Null: all of them. */
            recurringPaymentUseCount?: number | null;
        };
        /** CouponCode */
        CouponCode: {
            id: string;
            code: string;
            /** @description Of a generated code. */
            batchId?: string;
            /** @description Maximum number of orders that use the code. Null: any, up to the maximum of the coupon. */
            maxUses: number | null;
            /** @description Number of orders that use it, including those being paid. */
            uses: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            revokedAt?: string;
        };
        /** CouponCodePage */
        CouponCodePage: {
            items: components["schemas"]["CouponCode"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** CouponEntry */
        CouponEntry: {
            /** @description Case, spaces and dashes are ignored. */
            code: string;
        };
        /** CouponPage */
        CouponPage: {
            items: components["schemas"]["Coupon"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** CouponTraceEntry */
        CouponTraceEntry: {
            code: string;
            couponId?: string;
            name?: string;
            applied: boolean;
            /** @description Amount off all units. */
            amount?: number;
            /** @description Stable code: why it did not apply. */
            reason?: string;
            explanation?: string;
        };
        /** CouponUse */
        CouponUse: {
            id: string;
            codeId: string;
            orderId: string;
            /**
             * @description Reserved while a payment is pending, Returned if it failed, Used once the order is fulfilled.
             * @enum {unknown}
             */
            status: "Reserved" | "Used" | "Returned";
            discount: components["schemas"]["Amount"];
            /** @description The money arrived after the payment had failed, and no use was left: the order keeps its price, and the use is not counted. */
            beyondLimit: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt?: string;
        };
        /** CouponUsePage */
        CouponUsePage: {
            items: components["schemas"]["CouponUse"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** CurrencyChange */
        CurrencyChange: {
            currency: string;
        };
        /**
         * CustomProperties
         * @description Custom properties by name; absent when there are none.
         */
        CustomProperties: {
            [key: string]: unknown;
        };
        /**
         * CustomPropertiesInput
         * @description Name to {type: text|number|date|object, value, public, includeInToken}; replaces all existing properties.
         */
        CustomPropertiesInput: {
            [key: string]: unknown;
        };
        /** Customer */
        Customer: {
            id: string;
            /** @description Full name; null for some imported customers. */
            name: string | null;
            /** @description For business customers. */
            businessName: string | null;
            /** @description For business customers. */
            taxId: string | null;
            email: string;
            /** @description Whether the current address was ever confirmed. */
            emailConfirmed: boolean;
            hasPassword: boolean;
            isDeleted: boolean;
            /** @description Product ids. */
            ownedProducts: string[];
            /** @description Product ids. */
            subscribedProducts: string[];
            address: components["schemas"]["Address"] | null;
            communicationPreferences: components["schemas"]["CommunicationPreferences"];
            phone?: string;
            /** @description Your own id, from an import. */
            externalId?: string;
            /** Format: date-time */
            createdAt: string;
            properties?: components["schemas"]["CustomProperties"];
        };
        /** CustomerAddressInput */
        CustomerAddressInput: {
            /** @description ISO 3166-1 alpha-2. */
            countryCode: string;
            streetAddress1: string;
            /** @description Second line. */
            streetAddress2?: string | null;
            postCode: string;
            /** @description City; needed when there is no region. */
            locality?: string | null;
            /** @description State; needed when there is no locality. */
            region?: string | null;
        };
        /** CustomerChanges */
        CustomerChanges: {
            /** @description Full name. */
            name?: string;
            /** @description Takes effect immediately, and nobody gets a mail. Links that were mailed before stop working, and all sessions end. Purchases of a guest without a password wait until this address is proven. */
            email?: string;
            /** @description For business customers. Null removes it. */
            businessName?: string | null;
            /** @description For business customers. Null removes it. */
            taxId?: string | null;
            /** @description Shown to the customer and on bills. Null removes it. */
            phone?: string | null;
            /** @description Replaces the address; null removes it. */
            address?: components["schemas"]["CustomerAddressInput"] | null;
            communicationPreferences?: components["schemas"]["CommunicationPreferencesInput"];
        };
        /** CustomerExport */
        CustomerExport: {
            /** Format: date-time */
            exportedAt: string;
            vendor: string;
            /** @description Name, addresses, consents and preferences, and public custom properties. */
            customer: {
                [key: string]: unknown;
            };
            /** @description The ids of products that the customer can use now. */
            products: string[];
            /** @description The sessions of the customer. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description Orders and carts, with billing details, coupons and the numbers of documents. */
            orders: {
                [key: string]: unknown;
            }[];
            /** @description Licenses, with all devices that have used them. */
            licenses: {
                [key: string]: unknown;
            }[];
            /** @description Trials that the customer started while signed in. */
            trials: {
                [key: string]: unknown;
            }[];
            /** @description Vouchers that the customer has redeemed. */
            vouchers: {
                [key: string]: unknown;
            }[];
            /** @description The audit log’s events about the customer: the type and the time. */
            events: {
                [key: string]: unknown;
            }[];
        };
        /** CustomerImport */
        CustomerImport: {
            /** @description Full name. */
            name: string;
            /** @description The customer signs in with it. */
            email: string;
            /**
             * @description True if the customer has proven the address to the other system; counts as a proof.
             * @default false
             */
            emailConfirmed: boolean;
            /** @description For business customers. */
            businessName?: string;
            /** @description For business customers. */
            taxId?: string;
            /** @description Shown to the customer and on bills. */
            phone?: string;
            address?: components["schemas"]["CustomerAddressInput"];
            communicationPreferences?: components["schemas"]["CommunicationPreferencesInput"];
            /** @description Your own id; unique, so that an import can be repeated. */
            externalId?: string;
            /** Format: date-time */
            createdAt?: string;
            /** @description 8 to 128 characters: lower case, upper case, digits and a symbol. Without it the customer chooses one with “Forgot your password?”. */
            password?: string;
            properties?: components["schemas"]["CustomPropertiesInput"];
        };
        /** CustomerLine */
        CustomerLine: {
            /** @description The id in the license tokens of the other system (`u:id`); a new one when absent. */
            id?: string;
            /** @description Full name. */
            name?: string;
            /** @description The customer signs in with it. */
            email: string;
            /**
             * @description True if the customer has proven the address to the other system; counts as a proof.
             * @default false
             */
            emailConfirmed: boolean;
            /** @description For business customers. */
            businessName?: string;
            /** @description For business customers. */
            taxId?: string;
            /** @description Shown to the customer and on bills. */
            phone?: string;
            address?: components["schemas"]["CustomerAddressInput"];
            communicationPreferences?: components["schemas"]["CommunicationPreferencesInput"];
            /** @description Your own id; unique, so that an import can be repeated. */
            externalId?: string;
            /** Format: date-time */
            createdAt?: string;
            /** @description 8 to 128 characters: lower case, upper case, digits and a symbol. Without it the customer chooses one with “Forgot your password?”. */
            password?: string;
            /** @description An Argon2id hash in PHC form, instead of a password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Customers whose password has another hash come without one, and choose a new one with “Forgot your password?”. */
            passwordHash?: string;
            /** @description Custom properties by name. */
            properties?: Record<string, never>;
        };
        /** CustomerPage */
        CustomerPage: {
            items: components["schemas"]["Customer"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** Device */
        Device: {
            /** @description Shown to the customer. */
            deviceName: string;
            /** @description A stable fingerprint of the device, compared literally. */
            deviceSignature: string;
        };
        /** Discount */
        Discount: {
            /** @constant */
            type: "FlatAmountOffDiscount";
            name: string;
            description?: string;
            total?: components["schemas"]["AmountsByCurrency"];
            /** @description Excludes offers and coupons on the same line. */
            isExclusive: boolean;
            /** @description The promotion of the storefront that shows it. */
            promotionId?: string;
            /**
             * Format: date-time
             * @description When it began; only of one that a promotion shows.
             */
            validFrom?: string;
            /**
             * Format: date-time
             * @description When it ends; only of one that a promotion shows.
             */
            validUntil?: string;
            /** @description The number of payments of a subscription that it reduces; absent: all. */
            recurringPaymentUseCount?: number;
        } | {
            /** @constant */
            type: "PercentageOffDiscount";
            name: string;
            description?: string;
            total?: components["schemas"]["AmountsByCurrency"];
            /** @description Excludes offers and coupons on the same line. */
            isExclusive: boolean;
            /** @description The promotion of the storefront that shows it. */
            promotionId?: string;
            /**
             * Format: date-time
             * @description When it began; only of one that a promotion shows.
             */
            validFrom?: string;
            /**
             * Format: date-time
             * @description When it ends; only of one that a promotion shows.
             */
            validUntil?: string;
            /** @description The number of payments of a subscription that it reduces; absent: all. */
            recurringPaymentUseCount?: number;
            percentage: number;
        };
        /**
         * DiscountAudience
         * @description Depends on how many or which products the customer owns. Empty: for everyone.
         */
        DiscountAudience: {
            ownedCount?: {
                least?: number;
                most?: number;
            };
            owns?: {
                /** @enum {unknown} */
                match: "Some" | "All" | "None";
                productIds: string[];
            };
        };
        /** DiscountChanges */
        DiscountChanges: {
            name?: string;
            type?: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off one unit, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Nothing else reduces the same line. */
            isExclusive?: boolean;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            targets?: components["schemas"]["ItemTarget"][];
            audience?: components["schemas"]["DiscountAudience"];
            utm?: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            currencies?: string[];
            /** @description The number of payments of a subscription that it reduces. Null: all. */
            recurringPaymentUseCount?: number | null;
        };
        /** DiscountRule */
        DiscountRule: {
            id: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            amounts?: components["schemas"]["AmountsByCurrency"];
            description: string | null;
            isExclusive: boolean;
            startsAt: string | null;
            endsAt: string | null;
            /** @description Empty: everything that is sold. */
            targets: components["schemas"]["ItemTarget"][];
            audience: components["schemas"]["DiscountAudience"];
            utm: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            currencies: string[];
            recurringPaymentUseCount: number | null;
            isArchived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** DiscountRulePage */
        DiscountRulePage: {
            items: components["schemas"]["DiscountRule"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** Dispute */
        Dispute: {
            id: string;
            orderId: string;
            paymentId: string;
            /** @description The id of the dispute at the provider. */
            providerReference: string;
            status: components["schemas"]["DisputeStatus"];
            /**
             * @description `Provider`: a merchant of record answers it, and nothing of the order changes.
             * @enum {unknown}
             */
            handledBy: "Vendor" | "Provider";
            amount: components["schemas"]["Amount"];
            /** @description The provider’s word. */
            reason: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            resolvedAt?: string;
        };
        /** DisputePage */
        DisputePage: {
            items: components["schemas"]["Dispute"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /**
         * DisputeStatus
         * @enum {unknown}
         */
        DisputeStatus: "Open" | "Won" | "Lost";
        /** Document */
        Document: {
            id: string;
            /** @enum {unknown} */
            kind: "Receipt" | "Invoice" | "CreditNote";
            /** @description Unique in the account; each series of numbers has no gap. */
            number: string;
            orderId: string;
            /** @description The number of the document that it corrects, or of the receipt of the same sale. */
            originalNumber?: string;
            /** @description The refund that a credit note is for. */
            refundId?: string;
            /** Format: date-time */
            issuedAt: string;
            /** Format: date-time */
            suppliedAt: string;
            net: components["schemas"]["Amount"];
            tax: components["schemas"]["Amount"];
            total: components["schemas"]["Amount"];
        };
        /** DocumentBuyer */
        DocumentBuyer: {
            name?: string;
            businessName?: string;
            taxId?: string;
            email?: string;
            countryCode?: string;
        };
        /** DocumentDetails */
        DocumentDetails: {
            id: string;
            /** @enum {unknown} */
            kind: "Receipt" | "Invoice" | "CreditNote";
            /** @description Unique in the account; each series of numbers has no gap. */
            number: string;
            orderId: string;
            /** @description The number of the document that it corrects, or of the receipt of the same sale. */
            originalNumber?: string;
            /** @description The refund that a credit note is for. */
            refundId?: string;
            /** Format: date-time */
            issuedAt: string;
            /** Format: date-time */
            suppliedAt: string;
            net: components["schemas"]["Amount"];
            tax: components["schemas"]["Amount"];
            total: components["schemas"]["Amount"];
            buyer: components["schemas"]["DocumentBuyer"];
            /** @description The payment provider’s word. */
            paymentMethod?: string;
            /** @description The sums of each rate. */
            taxes: components["schemas"]["DocumentTax"][];
        };
        /** DocumentDetailsPage */
        DocumentDetailsPage: {
            items: components["schemas"]["DocumentDetails"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** DocumentList */
        DocumentList: {
            /** @description Oldest first. */
            items: components["schemas"]["Document"][];
            /** @description The invoice of the payment provider, where that issues it instead of us. Absent for a customer for whom somebody else paid. */
            providerUrl?: string;
        };
        /** DocumentTax */
        DocumentTax: {
            /** @description 0.19 is 19 %. Absent when the payment provider reported only the amount. */
            rate?: number;
            country?: string;
            region: string | null;
            reason: components["schemas"]["TaxReason"];
            net: components["schemas"]["Amount"];
            tax: components["schemas"]["Amount"];
        };
        /** Download */
        Download: {
            name: string;
            key: string;
            /** @enum {unknown} */
            platform: "Universal" | "Windows" | "Mac" | "Linux" | "iOS" | "Android";
            /**
             * @description If the vendor states it.
             * @enum {unknown}
             */
            arch?: "Universal" | "X86" | "X64" | "Arm" | "Arm64";
            /** @description Bytes. */
            size: number;
            /** @description Absolute URL on the host of the account. */
            path: string;
        };
        /**
         * DownloadAccess
         * @enum {unknown}
         */
        DownloadAccess: "Everyone" | "Customer" | "Owner";
        /**
         * DownloadSignatures
         * @description The vendor’s signatures of the file, for updaters. The private keys stay with the vendor.
         */
        DownloadSignatures: {
            /** @description For Sparkle and WinSparkle: Ed25519, in base64. */
            sparkle?: string;
            /** @description For Tauri: the content of the `.sig` file. */
            tauri?: string;
        };
        /**
         * EstimatedTax
         * @description The tax of the visitor's country, if the account collects it there. `Inclusive`: it is part of the prices.
         */
        EstimatedTax: {
            /** @description A fraction: 19 % is 0.19. */
            rate: number;
            /** @enum {unknown} */
            mode: "Exclusive" | "Inclusive";
            countryCode: string;
            region?: string;
        };
        /**
         * FraudWarning
         * @description The issuer of a card suspects fraud; a dispute often follows.
         */
        FraudWarning: {
            paymentId: string;
            /** @description The provider’s word. */
            reason: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** Health */
        Health: {
            /** @constant */
            status: "ok";
        };
        /** Icon */
        Icon: {
            iconUrl: string | null;
        };
        /** Identity */
        Identity: {
            id: string;
            /** @description Null for some imported customers. */
            name: string | null;
            email: string;
            /** @description The account. */
            tenantId: string;
            /** @constant */
            userType: "Customer";
            /** @description Whether the current email was ever confirmed. */
            confirmedAccount: boolean;
            communicationPreferences: components["schemas"]["CommunicationPreferences"];
            /** @description Product ids. */
            ownedProducts: string[];
            /** @description Product ids. */
            subscribedProducts: string[];
            /** @description Whether any product is subscribed to. */
            hasSubscriptions: boolean;
            connectedAccounts: string[];
            address?: components["schemas"]["Address"];
            phone?: string;
            /** @description Public custom properties as plain values; absent when there are none. */
            properties?: {
                [key: string]: unknown;
            };
            /** @description Purchases by others for this email address, granted once it is confirmed. */
            awaitsProof?: {
                /** @description Product ids. */
                products: string[];
                /** @description Their names, for a sentence of your own. */
                names: string[];
                /** @description A sentence for the customer. */
                message: string;
            };
            /** @description JWT; by default it lasts 15 minutes. */
            accessToken?: string;
            /** @description Can be exchanged once for a new pair of tokens. */
            refreshToken?: string;
        };
        /** IdentityDeletion */
        IdentityDeletion: {
            password: string;
        };
        /** ImageChanges */
        ImageChanges: {
            /** @description Text alternative: at most 300 characters. Default: empty. */
            alt?: string;
            /** @description Determines the order of images. Default: after the others. */
            position?: number;
        };
        /** ImportResult */
        ImportResult: {
            /** @description Number of the line in the request, starting at 1. */
            line: number;
            /** @enum {unknown} */
            status: "created" | "updated" | "exists" | "invalid" | "failed";
            /** @description The current revision. */
            id?: string;
            /** @description Every issue, by field. */
            errors?: {
                [key: string]: string[];
            };
        };
        /** ImportSummary */
        ImportSummary: {
            summary: {
                kind: string;
                dryRun: boolean;
                /** @description False: the import stopped; `problem` says why. */
                completed: boolean;
                lines: number;
                created: number;
                updated: number;
                exists: number;
                invalid: number;
                failed: number;
                problem?: components["schemas"]["Problem"];
            };
        };
        /** InvoiceRequest */
        InvoiceRequest: {
            name?: string | null;
            businessName?: string | null;
            taxId?: string | null;
            phone?: string | null;
            address?: components["schemas"]["AddressInput"] | null;
        };
        /**
         * ItemDetails
         * @description The data that only the page of an item shows.
         */
        ItemDetails: {
            /** @description Markdown, as the vendor wrote it. */
            longDescription?: string;
            /** @description The same, as HTML that is safe to insert: nothing in it runs or loads. */
            longDescriptionHtml?: string;
            /** @description The system requirements, as HTML that is safe to insert: nothing in it runs or loads. */
            systemRequirementsHtml?: string;
            website?: string;
            trial?: components["schemas"]["StorefrontTrial"];
            /** @description In the vendor's order. */
            images: components["schemas"]["StorefrontImage"][];
        };
        /** ItemImage */
        ItemImage: {
            id: string;
            /** @description The content at this URL never changes. */
            url: string;
            alt: string;
            /** @description In pixels, from the file. */
            width: number;
            /** @description In pixels, from the file. */
            height: number;
            position: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** ItemImages */
        ItemImages: {
            images: components["schemas"]["ItemImage"][];
        };
        /** ItemOffer */
        ItemOffer: {
            id: string;
            /** @constant */
            scope: "Item";
            target: components["schemas"]["OfferTarget"];
            /** @description Empty: any variation. */
            targetVariations: components["schemas"]["StorefrontVariation"][];
            targets: {
                item: components["schemas"]["OfferTarget"];
                /** @description Ids; empty: any variation. */
                variations: string[];
            }[];
            condition: {
                /** @constant */
                type: "CartContainsItems";
                minimumItems: number;
                /** @description Product/{id} or Bundle/{id}, with the relevant variation ids. */
                relevantItemVariations: {
                    [key: string]: string[];
                };
                /** @description Product/{id} or Bundle/{id}, with the relevant variation ids. */
                relevantItemsVariations: {
                    [key: string]: string[];
                };
            };
            discount: components["schemas"]["Discount"];
        };
        /** ItemTarget */
        ItemTarget: {
            /** @enum {unknown} */
            type: "Product" | "Bundle";
            id: string;
            /** @description Empty or absent: all of them. */
            variationIds?: string[];
        };
        /**
         * KeyAlgorithm
         * @enum {unknown}
         */
        KeyAlgorithm: "RS256" | "ES256" | "EdDSA";
        /** License */
        License: {
            id: string;
            /** @description The customer. */
            ownerId: string;
            productId: string;
            status: "Active" | "Revoked" | "Expired";
            /**
             * @description The reason for the revocation, if not the vendor’s: its money was refunded, or is disputed; then it is restored when the dispute is won.
             * @enum {unknown}
             */
            revocationReason?: "Refund" | "Dispute";
            /**
             * @description Its customer gets it once they have proven their email address.
             * @constant
             */
            awaitsProof?: true;
            activeNumberOfActivations: number;
            maxNumberOfActivations: number;
            offlineActivationsAllowed: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            keyCode?: string;
            externalId?: string;
            /** @description The order it was bought with. */
            orderId?: string;
            properties?: components["schemas"]["CustomProperties"];
        };
        /** LicenseActivation */
        LicenseActivation: {
            id: string;
            licenseId: string;
            deviceName: string;
            deviceSignature: string;
            /** @enum {unknown} */
            activationMethod: "Online" | "Offline";
            /**
             * @description `Active` while the device holds a seat, even if the license itself has ended: if it is restored or extended, the device works again.
             * @enum {unknown}
             */
            status: "Active" | "Revoked";
            /** Format: date-time */
            firstValidatedAt: string;
            /** Format: date-time */
            lastValidatedAt: string;
            /** Format: date-time */
            revokedAt?: string;
            /** @description As last reported by the application. */
            appVersion?: string;
            /** @description As last reported by the application. */
            platform?: string;
            /** @description Further values that the application reported as `meta[key]`. */
            meta?: {
                [key: string]: string;
            };
        };
        /** LicenseActivationPage */
        LicenseActivationPage: {
            items: components["schemas"]["LicenseActivation"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** LicenseChanges */
        LicenseChanges: {
            maxNumberOfActivations?: number;
            expiresAt?: string | null;
            offlineActivationsAllowed?: boolean;
            keyCode?: string | null;
            externalId?: string | null;
        };
        /** LicenseImport */
        LicenseImport: {
            /** @description The customer. */
            ownerId: string;
            productId: string;
            maxNumberOfActivations?: number;
            offlineActivationsAllowed?: boolean;
            activations?: {
                /** @description The id in the tokens of the other system; a new one when absent. */
                id?: string;
                /** @description Shown to the customer. */
                deviceName: string;
                /** @description A stable fingerprint of the device, compared literally. */
                deviceSignature: string;
                /** @enum {unknown} */
                activationMethod: "Online" | "Offline";
                /** Format: date-time */
                lastValidation?: string;
            }[];
            /** @description The customer sees it. */
            keyCode?: string;
            /** @description Your own id; unique, so that an import can be repeated. */
            externalId?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            createdAt?: string;
        };
        /** LicenseKey */
        LicenseKey: {
            /** @description Tokens carry it in their header. */
            kid: string;
            algorithm: components["schemas"]["KeyAlgorithm"];
            /**
             * @description The active key signs, retired keys only verify.
             * @enum {unknown}
             */
            status: "Active" | "Retired";
            /** @description SPKI. */
            publicKeyPem: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            retiredAt?: string;
        };
        /** LicenseLine */
        LicenseLine: {
            /** @description The customer. */
            ownerId?: string;
            /** @description The customer, instead of `ownerId`. */
            ownerEmail?: string;
            /** @description Your own id of the customer, instead of `ownerId`. */
            ownerExternalId?: string;
            productId: string;
            maxNumberOfActivations?: number;
            offlineActivationsAllowed?: boolean;
            activations?: {
                /** @description The id in the tokens of the other system; a new one when absent. */
                id?: string;
                /** @description Shown to the customer. */
                deviceName: string;
                /** @description A stable fingerprint of the device, compared literally. */
                deviceSignature: string;
                /** @enum {unknown} */
                activationMethod: "Online" | "Offline";
                /** Format: date-time */
                lastValidation?: string;
            }[];
            /** @description The customer sees it. */
            keyCode?: string;
            /** @description Your own id; unique, so that an import can be repeated. */
            externalId?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            createdAt?: string;
            /** @description Custom properties by name. */
            properties?: Record<string, never>;
        };
        /** LicensePage */
        LicensePage: {
            items: components["schemas"]["License"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** LicenseProvision */
        LicenseProvision: {
            /** @description The customer. */
            ownerId?: string;
            /** @description Found by email, or created without a password. */
            customer?: {
                name?: string;
                email: string;
            };
            requests: {
                productId: string;
                /** @default 1 */
                quantity: number;
                /** @description Provision only up to this number of usable licenses. */
                limitPerCustomer?: number;
            }[];
        };
        /** LicenseSummary */
        LicenseSummary: {
            id: string;
            product: {
                id: string;
                name: string;
                tagline: string;
                website?: string;
                iconUrl?: string;
                currentVersion: string | null;
                /** @description Licenses that can be used. */
                numberOfLicenses: number;
                /** @description Trials started. */
                numberOfTrials: number;
                /** @description Seats in use. */
                currentActivations: number;
                /** @description Total seats. */
                maxActivations: number;
                /** @description Whether the caller may download now. */
                downloadsAllowed: boolean;
                downloadsNeedsUser: boolean;
                downloadsNeedsOwnership: boolean;
                /** @constant */
                downloadsNeedsGroupMembership: false;
                downloads?: components["schemas"]["Download"][];
            };
            /**
             * @description A license that has expired reads Revoked.
             * @enum {unknown}
             */
            status: "Active" | "Revoked";
            activeNumberOfActivations: number;
            maxNumberOfActivations: number;
            /** @description Whether it can be activated by the file of a device without a connection. */
            offlineActivationsAllowed: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            keyCode?: string;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
        };
        /** LicenseSummaryPage */
        LicenseSummaryPage: {
            items: components["schemas"]["LicenseSummary"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** LicenseTransfer */
        LicenseTransfer: {
            /** @description The new owner. */
            ownerId?: string;
            /** @description The address of the new owner. */
            email?: string;
        };
        /**
         * LicensingSettings
         * @description Null: as in the settings of the account.
         */
        LicensingSettings: {
            releasesOnline: boolean | null;
            releasesOffline: boolean | null;
            releasePauseSeconds: number | null;
            offlineDays: number | null;
        };
        /** LineTax */
        LineTax: {
            lineId: string;
            /** @description A fraction: 19 % is 0.19. Providers do not tell it. */
            rate?: number;
            amount: number;
            /** @description The amount due without the tax. */
            net: number;
            country?: string;
            region?: string;
            reason: components["schemas"]["TaxReason"];
            /** @description Whether prices include it; otherwise it comes on top. */
            included: boolean;
            /** @description The tax in the prices that came off, because the buyer owes it (reverse charge). */
            relief?: number;
        };
        /** NewApiKey */
        NewApiKey: {
            /** @description The purpose of the key, in 1 to 100 characters. */
            name: string;
            scopes: components["schemas"]["ApiScope"][];
            /**
             * Format: date-time
             * @description The key expires at this time. Absent: never.
             */
            expiresAt?: string;
        };
        /** NewBundle */
        NewBundle: {
            /** @description Chosen by the merchant; a slug. */
            id: string;
            name: string;
            /** @description In the order in which they are shown. */
            productIds: string[];
            tagline?: string;
            description?: string;
            /** @description Text of the page of the item, in Markdown, of at most 20,000 characters. */
            longDescription?: string | null;
            /** @description The system requirements, in Markdown, of at most 5,000 characters. */
            systemRequirements?: string | null;
            /** @description Absolute URL. */
            website?: string | null;
            /** @description Whether the shop sells it. True by default. */
            purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            position?: number;
            properties?: components["schemas"]["CustomPropertiesInput"];
            variations?: components["schemas"]["NewVariation"][];
        };
        /** NewCoupon */
        NewCoupon: {
            /** @description Chosen by the merchant; a slug. */
            id?: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off the cart, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description Minimum total of a cart before coupons, by currency; an absent currency has none. */
            minimumTotal?: {
                [key: string]: number;
            };
            /** @description Maximum number of orders that use it. Null: any. */
            maxUses?: number | null;
            /** @description Maximum number of orders of one customer that use it. Null: any. */
            maxUsesPerCustomer?: number | null;
            /** @description Only for customers who have not bought anything yet. */
            firstPurchaseOnly?: boolean;
            /** @description Number of payments of a subscription that it reduces. Null: all of them. */
            recurringPaymentUseCount?: number | null;
        };
        /** NewCouponBatch */
        NewCouponBatch: {
            quantity: number;
            /** @description Null: any number of orders. Default 1. */
            maxUsesPerCode?: number | null;
        };
        /** NewCouponCode */
        NewCouponCode: {
            /** @description 3 to 64 letters and digits. Case, spaces and dashes do not count. */
            code: string;
            maxUses?: number | null;
        };
        /** NewDefaultAccount */
        NewDefaultAccount: {
            /** @description Number of devices in use that would reach another account, as 409 `DevicesAffected` reports it. */
            confirm?: number;
        };
        /** NewDiscount */
        NewDiscount: {
            /** @description Chosen by the merchant; a slug. */
            id?: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off one unit, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Nothing else reduces the same line. */
            isExclusive?: boolean;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            /** @description Empty: everything that is sold. */
            targets?: components["schemas"]["ItemTarget"][];
            audience?: components["schemas"]["DiscountAudience"];
            utm?: components["schemas"]["UtmFilter"];
            /** @description Empty: all. */
            currencies?: string[];
            /** @description The number of payments of a subscription that it reduces. Null: all. */
            recurringPaymentUseCount?: number | null;
        };
        /** NewDomain */
        NewDomain: {
            /** @description A host name such as licenses.example.com. */
            domain: string;
            /** @description Put it before the others, so that links use it. Default false. */
            first?: boolean;
            /** @description Number of devices in use that would reach another account, as 409 `DevicesAffected` reports it. */
            confirm?: number;
        };
        /** NewDomains */
        NewDomains: {
            domains: string[];
            /** @description Number of devices in use that would reach another account, as 409 `DevicesAffected` reports it. */
            confirm?: number;
        };
        /** NewDownload */
        NewDownload: {
            /** @description File name that customers see. */
            name: string;
            /** @description From `POST /api/downloads/prepare`, once the file is uploaded. */
            key: string;
            platform: components["schemas"]["Platform"];
            arch?: components["schemas"]["Arch"];
            signatures?: components["schemas"]["DownloadSignatures"];
            /** @description The version by which Sparkle compares (`CFBundleVersion`), where it is not that of the release. */
            buildVersion?: string;
            /** @description The lowest version of the operating system that the file runs on. */
            minimumSystemVersion?: string;
        };
        /** NewOffer */
        NewOffer: {
            /** @description Chosen by the merchant; a slug. */
            id?: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            scope?: components["schemas"]["OfferScope"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off one unit, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Nothing else reduces the same line. */
            isExclusive?: boolean;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            target?: components["schemas"]["ItemTarget"];
            /** @description Relevant items of an item offer. Empty: everything. */
            relevantItems?: components["schemas"]["ItemTarget"][];
            /** @description Of an item offer. Default 1. */
            minimumItems?: number;
            /** @description The lines that a cart offer covers. Empty: every line. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description The least total of the cart for a cart offer. By currency, after product discounts; a currency that is not named has no limit. Null: no limit. */
            minimumTotal?: {
                [key: string]: number;
            } | null;
            /** @description The greatest total of the cart for a cart offer. By currency, after product discounts; a currency that is not named has no limit. Null: no limit. */
            maximumTotal?: {
                [key: string]: number;
            } | null;
            position?: number;
        };
        /** NewProduct */
        NewProduct: {
            /** @description Chosen by the merchant; a slug. */
            id: string;
            name: string;
            tagline?: string;
            description?: string;
            /** @description Text of the page of the item, in Markdown, of at most 20,000 characters. */
            longDescription?: string | null;
            /** @description The system requirements, in Markdown, of at most 5,000 characters. */
            systemRequirements?: string | null;
            /** @description Absolute URL. */
            website?: string | null;
            /** @description Whether the shop sells it. True by default. */
            purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            position?: number;
            status?: components["schemas"]["ProductStatus"];
            /** @description Default 1. */
            maxNumberOfActivations?: number;
            /** @description The default of a new product is `allowsOffline` of the account’s settings. */
            offlineActivationsAllowed?: boolean;
            trialsAllowed?: boolean;
            /** @description Default 14. */
            trialDays?: number;
            trialRequiresAccount?: boolean;
            downloadAccess?: components["schemas"]["DownloadAccess"];
            /** @description The kind of goods in the tax calculation of the payment provider, such as `txcd_10202000`. Only a provider that calculates taxes uses it. */
            taxCode?: string | null;
            properties?: components["schemas"]["CustomPropertiesInput"];
            variations?: components["schemas"]["NewVariation"][];
        };
        /** NewPromotion */
        NewPromotion: {
            /** @description Chosen by the merchant; a slug. */
            id?: string;
            name: string;
            discountId: string;
            /** @description The forms in which the shop shows it. */
            display: components["schemas"]["PromotionDisplay"][];
            description?: string | null;
            /** @description An absolute https URL; shops load it from there. */
            imageUrl?: string | null;
            cta?: components["schemas"]["PromotionButton"] | null;
            /** @description They are shown by it, then by id. Default 0. */
            position?: number;
            properties?: components["schemas"]["CustomPropertiesInput"];
        };
        /** NewRelease */
        NewRelease: {
            version: components["schemas"]["NewVersion"];
            downloads: components["schemas"]["NewDownload"][];
            /** @description What is new. */
            description?: string;
            /** @description Who gets it, such as `beta`. `stable`, the default, is for everybody. */
            channel?: string;
            /** @description Lower versions of the product are not supported any more. Default null: all are. */
            minimumSupportedVersion?: string | null;
        };
        /** NewTaxRate */
        NewTaxRate: {
            /** @description ISO 3166-1 alpha-2 code. */
            country: string;
            /** @description A fraction: 19 % is 0.19. At most 6 digits. */
            rate: number;
            /** @description As in the addresses of buyers, such as `CA`; upper and lower case make no difference. Null: the whole country. */
            region?: string | null;
            /**
             * @description What documents say about it. Default: `zero_rated` for a rate of 0, else `standard`.
             * @enum {unknown}
             */
            reason?: "standard" | "zero_rated" | "exempt";
            /** @description The items that it is for. Empty: everything that no other rate names. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description The first day of the rate. Null: no start. YYYY-MM-DD, in UTC. */
            firstDay?: string | null;
            /** @description The last day of the rate. Null: no end. YYYY-MM-DD, in UTC. */
            lastDay?: string | null;
        };
        /** NewVariation */
        NewVariation: {
            /** @description Chosen by the merchant; a slug. */
            id?: string;
            name: string;
            recurrence?: components["schemas"]["Recurrence"];
            /** @description Decimal price by currency; required for each currency of the account. */
            prices: {
                [key: string]: number;
            };
            /** @description Prices for larger quantities, by ascending quantity. The last tier that a line reaches counts. */
            pricingTiers?: components["schemas"]["PricingTier"][];
            /** @description The first of an item is the default one. */
            isDefault?: boolean;
            position?: number;
        };
        /** NewVersion */
        NewVersion: {
            major: number;
            minor: number;
            patch: number;
        };
        /** NewVoucherBatch */
        NewVoucherBatch: {
            name: string;
            description?: string;
            /** @description Number of codes to create. */
            quantity: number;
            /** Format: date-time */
            expiresAt?: string;
            contents: components["schemas"]["VoucherContent"][];
        };
        /** NewsletterChoice */
        NewsletterChoice: {
            email: string;
            name?: string;
            newsletter: boolean;
            productUpdates: boolean;
        };
        /** Offer */
        Offer: components["schemas"]["ItemOffer"] | components["schemas"]["CartOffer"];
        /** OfferChanges */
        OfferChanges: {
            name?: string;
            type?: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            /** @description Of FlatAmountOffDiscount: amount off one unit, by currency. */
            amounts?: {
                [key: string]: number;
            };
            description?: string | null;
            /** @description Nothing else reduces the same line. */
            isExclusive?: boolean;
            /** @description Null: always. */
            startsAt?: string | null;
            /** @description No longer from this time on. Null: never. */
            endsAt?: string | null;
            target?: components["schemas"]["ItemTarget"];
            /** @description Relevant items of an item offer. Empty: everything. */
            relevantItems?: components["schemas"]["ItemTarget"][];
            /** @description Of an item offer. Default 1. */
            minimumItems?: number;
            /** @description The lines that a cart offer covers. Empty: every line. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description The least total of the cart for a cart offer. By currency, after product discounts; a currency that is not named has no limit. Null: no limit. */
            minimumTotal?: {
                [key: string]: number;
            } | null;
            /** @description The greatest total of the cart for a cart offer. By currency, after product discounts; a currency that is not named has no limit. Null: no limit. */
            maximumTotal?: {
                [key: string]: number;
            } | null;
            position?: number;
        };
        /** OfferRule */
        OfferRule: {
            id: string;
            name: string;
            type: components["schemas"]["PriceRuleType"];
            /** @description Of PercentageOffDiscount: more than 0, at most 1. */
            percentage?: number;
            amounts?: components["schemas"]["AmountsByCurrency"];
            description: string | null;
            isExclusive: boolean;
            startsAt: string | null;
            endsAt: string | null;
            scope: components["schemas"]["OfferScope"];
            target?: components["schemas"]["ItemTarget"];
            /** @description Relevant items of an item offer. Empty: everything. */
            relevantItems?: components["schemas"]["ItemTarget"][];
            /** @description Number of relevant lines that the cart must contain, including the line with the offer. */
            minimumItems?: number;
            /** @description The lines that a cart offer covers. Empty: every line. */
            targets?: components["schemas"]["ItemTarget"][];
            minimumTotal?: components["schemas"]["AmountsByCurrency"] | null;
            maximumTotal?: components["schemas"]["AmountsByCurrency"] | null;
            position: number;
            isArchived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** OfferRulePage */
        OfferRulePage: {
            items: components["schemas"]["OfferRule"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /**
         * OfferScope
         * @description An offer is for one line of a cart, or for the whole cart.
         * @enum {unknown}
         */
        OfferScope: "Item" | "Cart";
        /** OfferTarget */
        OfferTarget: {
            /** @constant */
            type: "Product";
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
        } | {
            /** @constant */
            type: "Bundle";
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
            /** @description Only the products that the customer does not own are sold. */
            partial: boolean;
            products: components["schemas"]["BundledProduct"][];
        };
        /** Order */
        Order: {
            id: string;
            status: components["schemas"]["OrderStatus"];
            currency: string;
            /** Format: date-time */
            completedAt?: string;
            /**
             * Format: date-time
             * @description When a `Paid` order was cancelled because it could not be delivered: its money is returned.
             */
            cancelledAt?: string;
            items: components["schemas"]["OrderLine"][];
            /** @description Lines of a cart that cannot be bought now, or not in its currency: they count for nothing, and the next change of `items` drops them. Absent if there are none. */
            withdrawnLines?: components["schemas"]["WithdrawnLine"][];
            /** @description The offer on the whole cart that the buyer took. */
            offerId?: string;
            appliedOffer?: components["schemas"]["Discount"];
            total?: components["schemas"]["OrderTotal"];
            couponsApplied: components["schemas"]["CouponApplied"][];
            /** @description Coupons that were entered and reduce nothing now, each with the reason; absent if there are none. */
            unusableCoupons?: components["schemas"]["UnusableCoupon"][];
            /** @description The billing details: present for the customer who owns the order. For others null once the order is completed, and absent before. */
            customer?: {
                name: string | null;
                businessName: string | null;
                taxId: string | null;
                email: string | null;
                phone: string | null;
                address: components["schemas"]["Address"] | null;
            };
            /** @description Why the last payment failed, until the next one starts. */
            lastPaymentFailure?: string;
            /** @description Why the checkout would refuse the current order, one sentence each; absent if it would not. */
            checkoutRefusals?: string[];
            checkoutUrl?: string;
            hostedCheckoutUrl?: string;
            embeddedCheckoutUrl?: string;
        };
        /**
         * OrderBillingDetails
         * @description Who is billed; of paid orders.
         */
        OrderBillingDetails: {
            name?: string;
            email?: string;
            businessName?: string;
            taxId?: string;
            phone?: string;
            address?: components["schemas"]["Address"];
        };
        /** OrderDetails */
        OrderDetails: {
            id: string;
            status: components["schemas"]["OrderStatus"];
            /** @description Absent on carts of guests, and until a buyer has proven their email address. */
            customerId?: string;
            billingDetails?: components["schemas"]["OrderBillingDetails"];
            currency: string;
            /** @description What is in it: the names of the items and variations, as they were when it was paid. */
            lines: components["schemas"]["OrderLineSummary"][];
            total?: components["schemas"]["OrderTotal"];
            /**
             * @description Of the payment that has paid, or of the latest; absent if nobody has tried to pay.
             * @enum {unknown}
             */
            paymentStatus?: "Pending" | "Succeeded" | "Failed" | "Surplus" | "Short";
            /** @description The refunded amount, including pending refunds; absent if nothing. */
            refunded?: {
                currency: string;
                amount: number;
            };
            /** @description Until the next payment starts. */
            lastPaymentFailure?: string;
            /** @description Of an order that is `Paid`: why it could not be delivered yet. */
            lastFulfilmentFailure?: string;
            /**
             * Format: date-time
             * @description When a `Paid` order was cancelled because it could not be delivered: its money is returned.
             */
            cancelledAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            paidAt?: string;
            /** Format: date-time */
            completedAt?: string;
            items: components["schemas"]["OrderLine"][];
            utm?: components["schemas"]["OrderUtm"];
            /** @description Of each rate. */
            taxes?: components["schemas"]["Tax"][];
            /** @description Of each line. */
            lineTaxes?: components["schemas"]["LineTax"][];
            taxEvidence?: components["schemas"]["TaxEvidence"];
            /** @description Newest first. */
            payments: components["schemas"]["OrderPayment"][];
            /** @description The licenses it granted, 100 at most; `GET /api/licenses?orderId=…` lists all. Absent if the API key lacks the scope `licenses:read`. */
            licenses?: components["schemas"]["License"][];
            /** @description How many licenses it granted. */
            numberOfLicenses: number;
            /** @description The newest first, 100 at most; `GET /api/orders/{orderId}/refunds` lists all. */
            refunds: components["schemas"]["Refund"][];
            /** @description The newest first, 100 at most; `GET /api/disputes?orderId=…` lists all. */
            disputes: components["schemas"]["Dispute"][];
            /** @description The newest first, 100 at most. */
            fraudWarnings: components["schemas"]["FraudWarning"][];
        };
        /** OrderItem */
        OrderItem: {
            id: string;
            name: string;
            tagline: string;
            iconUrl: string | null;
        };
        /** OrderLine */
        OrderLine: {
            /** @constant */
            type: "Product";
            productId: string;
            /** @description The client's own id of the line. */
            id: string;
            variationId: string;
            quantity: number;
            offerId?: string;
            /** @description As sent by the client. */
            partial?: boolean;
            /** @description As sent by the client. */
            replaced?: unknown[];
            price: components["schemas"]["AmountsByCurrency"];
            originalPrice: components["schemas"]["AmountsByCurrency"];
            variation: components["schemas"]["StorefrontVariation"];
            total: components["schemas"]["OrderLineTotal"];
            appliedDiscount?: components["schemas"]["Discount"];
            product: components["schemas"]["OrderItem"];
        } | {
            /** @constant */
            type: "Bundle";
            bundleId: string;
            /** @description The client's own id of the line. */
            id: string;
            variationId: string;
            quantity: number;
            offerId?: string;
            /** @description As sent by the client. */
            partial?: boolean;
            /** @description As sent by the client. */
            replaced?: unknown[];
            price: components["schemas"]["AmountsByCurrency"];
            originalPrice: components["schemas"]["AmountsByCurrency"];
            variation: components["schemas"]["StorefrontVariation"];
            total: components["schemas"]["OrderLineTotal"];
            appliedDiscount?: components["schemas"]["Discount"];
            bundle: {
                id: string;
                name: string;
                tagline: string;
                iconUrl: string | null;
                products: components["schemas"]["OrderItem"][];
            };
        };
        /** OrderLineInput */
        OrderLineInput: {
            id?: string | null;
            /** @enum {unknown} */
            type: "Product" | "Bundle";
            productId?: string | null;
            bundleId?: string | null;
            variationId: string;
            quantity: number;
            offerId?: string | null;
            partial?: boolean | null;
            replaced?: unknown[] | null;
        };
        /** OrderLineSummary */
        OrderLineSummary: {
            title: string;
            quantity: number;
        };
        /** OrderLineTotal */
        OrderLineTotal: {
            original: components["schemas"]["Amount"];
            discount: components["schemas"]["Amount"];
            subtotal: components["schemas"]["Amount"];
            due: components["schemas"]["Amount"];
            cartOfferDiscount?: components["schemas"]["CartOfferDiscount"];
        };
        /** OrderPage */
        OrderPage: {
            items: components["schemas"]["Order"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** OrderPayment */
        OrderPayment: {
            id: string;
            /** @description `none` where nothing was due. */
            provider: string;
            /** @description The id of the payment at the provider. */
            providerReference?: string;
            /**
             * @description `Surplus`: money for what was already paid. `Short`: less than was due. Both paid nothing and are to be refunded.
             * @enum {unknown}
             */
            status: "Pending" | "Succeeded" | "Failed" | "Surplus" | "Short";
            amount: components["schemas"]["Amount"];
            received?: components["schemas"]["Amount"];
            /** @description The refunded amount, including pending refunds; absent if nothing. */
            refunded?: {
                currency: string;
                amount: number;
            };
            failure?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            settledAt?: string;
        };
        /**
         * OrderStatus
         * @enum {unknown}
         */
        OrderStatus: "Open" | "PaymentProcessing" | "Paid" | "Completed";
        /** OrderSummary */
        OrderSummary: {
            id: string;
            status: components["schemas"]["OrderStatus"];
            /** @description Absent on carts of guests, and until a buyer has proven their email address. */
            customerId?: string;
            billingDetails?: components["schemas"]["OrderBillingDetails"];
            currency: string;
            /** @description What is in it: the names of the items and variations, as they were when it was paid. */
            lines: components["schemas"]["OrderLineSummary"][];
            total?: components["schemas"]["OrderTotal"];
            /**
             * @description Of the payment that has paid, or of the latest; absent if nobody has tried to pay.
             * @enum {unknown}
             */
            paymentStatus?: "Pending" | "Succeeded" | "Failed" | "Surplus" | "Short";
            /** @description The refunded amount, including pending refunds; absent if nothing. */
            refunded?: {
                currency: string;
                amount: number;
            };
            /** @description Until the next payment starts. */
            lastPaymentFailure?: string;
            /** @description Of an order that is `Paid`: why it could not be delivered yet. */
            lastFulfilmentFailure?: string;
            /**
             * Format: date-time
             * @description When a `Paid` order was cancelled because it could not be delivered: its money is returned.
             */
            cancelledAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            paidAt?: string;
            /** Format: date-time */
            completedAt?: string;
        };
        /** OrderSummaryPage */
        OrderSummaryPage: {
            items: components["schemas"]["OrderSummary"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** OrderTotal */
        OrderTotal: {
            original: components["schemas"]["Amount"];
            discount: components["schemas"]["Amount"];
            subtotal: components["schemas"]["Amount"];
            taxes: components["schemas"]["Amount"];
            due: components["schemas"]["Amount"];
            cartOfferDiscount?: components["schemas"]["CartOfferDiscount"];
        };
        /**
         * OrderUtm
         * @description The campaign that brought the buyer: the parameters `utm_source` and so on.
         */
        OrderUtm: {
            [key: string]: string;
        };
        /** OwnedProduct */
        OwnedProduct: {
            id: string;
            name: string;
            tagline: string;
            website?: string;
            iconUrl?: string;
            currentVersion: string | null;
            /** @description Licenses that can be used. */
            numberOfLicenses: number;
            /** @description Trials started. */
            numberOfTrials: number;
            /** @description Seats in use. */
            currentActivations: number;
            /** @description Total seats. */
            maxActivations: number;
            /** @description Whether the caller may download now. */
            downloadsAllowed: boolean;
            downloadsNeedsUser: boolean;
            downloadsNeedsOwnership: boolean;
            /** @constant */
            downloadsNeedsGroupMembership: false;
            downloads?: components["schemas"]["Download"][];
        };
        /** OwnedProductPage */
        OwnedProductPage: {
            items: components["schemas"]["OwnedProduct"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** Payment */
        Payment: {
            name: string;
            email: string;
            /** @description Other billing details, as the page shows them. For a customer, those of the account and of the order apply; where taxes depend on one that neither has, this one. */
            billing?: {
                businessName?: string | null;
                taxId?: string | null;
                phone?: string | null;
                address?: components["schemas"]["AddressInput"] | null;
            };
            /** @description The buyer confirmed the billing country. Send it to answer the refusal `TaxCountryUnclear`. */
            countryConfirmed?: boolean;
            /** @description The amount that the buyer saw; refused if it has changed. */
            due?: number;
            /** @description The currency of `due`; by default that of the order. */
            currency?: string;
            /** @description Of the order that the buyer saw; the payment is refused with `OrderChanged` if the order has changed. Always send it. */
            fingerprint?: string;
            /** @description The language of the page, such as `de-AT`: that of the receipt and of mails. */
            locale?: string;
            /** @description The buyer agreed to immediate delivery, and that the right of withdrawal ends with it; `wording` is the version of the sentence that they saw. The purchase keeps it with the time. */
            consent?: {
                /** @enum {unknown} */
                wording: "2026-11";
            };
            /** @enum {unknown} */
            sandboxOutcome?: "Succeed" | "Fail" | "Delay";
            /** @description The form of the provider is to be a part of the page, where that is possible. */
            embedded?: boolean;
        };
        /**
         * Platform
         * @enum {unknown}
         */
        Platform: "Universal" | "Windows" | "Linux" | "Mac" | "iOS" | "Android";
        /**
         * PriceRuleType
         * @enum {unknown}
         */
        PriceRuleType: "FlatAmountOffDiscount" | "PercentageOffDiscount";
        /** PriceTraceEntry */
        PriceTraceEntry: {
            /** @enum {unknown} */
            kind: "Tier" | "Discount" | "Offer" | "CartOffer";
            /** @description Of a tier, its minimum quantity. */
            id: string;
            name: string;
            applied: boolean;
            /** @description Amount off one unit, or what it would have been. Of a cart offer, off all units. */
            amount?: number;
            /** @description The promotion of the storefront that shows the discount. */
            promotion?: {
                id: string;
                name: string;
            };
            /** @description Stable code: why it did not apply. */
            reason?: string;
            explanation?: string;
        };
        /** PricingTier */
        PricingTier: {
            /** @description From 2 to 10,000: from so many units on, for all units of the line. */
            minQuantity: number;
            /** @description Decimal price of one unit by currency. Counts only where it is lower than that of the variation. */
            prices: {
                [key: string]: number;
            };
        };
        /**
         * Problem
         * @description A refusal or failure.
         */
        Problem: {
            /** @description A URI that identifies the kind of problem. */
            type: string;
            title: string;
            status: number;
            detail?: string;
            /** @description What `detail` says, as a stable code, where pages in other languages need it. */
            reason?: string;
            /** @description The id of the object that the problem concerns. */
            instance?: string;
            /** @description Messages by field path, each a full sentence. */
            errors?: {
                [key: string]: string[];
            };
            /** @description A stable code for programs. */
            errorType: string;
            /** @description Finds this request in the log of the server. */
            traceId: string;
        };
        /** Product */
        Product: {
            id: string;
            name: string;
            tagline: string;
            description: string;
            longDescription: string | null;
            systemRequirements: string | null;
            status: components["schemas"]["ProductStatus"];
            purchasable: boolean;
            website: string | null;
            iconUrl: string | null;
            currentReleaseVersion: string | null;
            /** @description Seats of a new license. */
            maxNumberOfActivations: number;
            offlineActivationsAllowed: boolean;
            trialsAllowed: boolean;
            trialDays: number;
            trialRequiresAccount: boolean;
            downloadAccess: components["schemas"]["DownloadAccess"];
            taxCode: string | null;
            position: number;
            isArchived: boolean;
            /** @description Without archived ones, the default variation first. */
            variations: components["schemas"]["Variation"][];
            properties?: components["schemas"]["CustomProperties"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** ProductChanges */
        ProductChanges: {
            name?: string;
            tagline?: string;
            description?: string;
            /** @description Text of the page of the item, in Markdown, of at most 20,000 characters. */
            longDescription?: string | null;
            /** @description The system requirements, in Markdown, of at most 5,000 characters. */
            systemRequirements?: string | null;
            /** @description Absolute URL. */
            website?: string | null;
            /** @description Whether the shop sells it. True by default. */
            purchasable?: boolean;
            /** @description Lists are sorted by it, then by id. Default 0. */
            position?: number;
            status?: components["schemas"]["ProductStatus"];
            /** @description Default 1. */
            maxNumberOfActivations?: number;
            /** @description The default of a new product is `allowsOffline` of the account’s settings. */
            offlineActivationsAllowed?: boolean;
            trialsAllowed?: boolean;
            /** @description Default 14. */
            trialDays?: number;
            trialRequiresAccount?: boolean;
            downloadAccess?: components["schemas"]["DownloadAccess"];
            /** @description The kind of goods in the tax calculation of the payment provider, such as `txcd_10202000`. Only a provider that calculates taxes uses it. */
            taxCode?: string | null;
        };
        /** ProductPage */
        ProductPage: {
            items: components["schemas"]["Product"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /**
         * ProductStatus
         * @enum {unknown}
         */
        ProductStatus: "Active" | "Inactive";
        /** Promotion */
        Promotion: {
            id: string;
            name: string;
            /** @description The storefront shows the promotion to those whose prices this discount makes. */
            discountId: string;
            description: string | null;
            imageUrl: string | null;
            cta: components["schemas"]["PromotionButton"] | null;
            /** @description The forms in which the shop shows it. */
            display: components["schemas"]["PromotionDisplay"][];
            position: number;
            isArchived: boolean;
            properties?: components["schemas"]["CustomProperties"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * PromotionButton
         * @description The button: where it leads, and what it says.
         */
        PromotionButton: {
            /** @description An absolute https URL. */
            url: string;
            label: string;
        };
        /** PromotionChanges */
        PromotionChanges: {
            name?: string;
            discountId?: string;
            /** @description The forms in which the shop shows it. */
            display?: components["schemas"]["PromotionDisplay"][];
            description?: string | null;
            /** @description An absolute https URL; shops load it from there. */
            imageUrl?: string | null;
            cta?: components["schemas"]["PromotionButton"] | null;
            /** @description They are shown by it, then by id. Default 0. */
            position?: number;
        };
        /**
         * PromotionCta
         * @description The button: where it leads, and what it says.
         */
        PromotionCta: {
            /** @description An absolute https URL. */
            url: string;
            label: string;
        };
        /**
         * PromotionDisplay
         * @enum {unknown}
         */
        PromotionDisplay: "Banner" | "Popup";
        /** PromotionPage */
        PromotionPage: {
            items: components["schemas"]["Promotion"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /**
         * PublicJwk
         * @description A public key as RFC 7517 has it.
         */
        PublicJwk: {
            kty: string;
            /** @description RFC 7638 thumbprint; tokens carry it in their header. */
            kid: string;
            alg: string;
            /** @constant */
            use: "sig";
            n?: string;
            e?: string;
            crv?: string;
            x?: string;
            y?: string;
        };
        /** Quote */
        Quote: {
            itemId: string;
            variationId: string;
            currency: string;
            quantity: number;
            /** Format: date-time */
            at: string;
            sellable: boolean;
            /** @description Why it cannot be sold. */
            refusal?: string;
            unitOriginal?: number;
            unitPrice?: number;
            total?: {
                original: number;
                discount: number;
                subtotal: number;
                /** @description Added to the subtotal. Only with `country`. */
                taxes?: number;
                /** @description Only with `country`. */
                due?: number;
            };
            tax?: components["schemas"]["QuotedTax"];
            /** @description Of a bundle: how its list price is split over its products. */
            parts?: {
                productId: string;
                share: number;
                included: boolean;
            }[];
            /** @description What each code did, or why it did nothing. Only with `coupons`. */
            coupons?: components["schemas"]["CouponTraceEntry"][];
            /** @description Every tier of the variation, every discount, and every offer on this item or on the whole cart. */
            trace: components["schemas"]["PriceTraceEntry"][];
        };
        /**
         * QuotedTax
         * @description Only with `country`, where Latchkey works out the taxes.
         */
        QuotedTax: {
            /** @description A fraction: 19 % is 0.19. Providers do not tell it. */
            rate?: number;
            amount: number;
            /** @description The amount due without the tax. */
            net: number;
            country?: string;
            region?: string;
            reason: components["schemas"]["TaxReason"];
            /** @description Whether prices include it; otherwise it comes on top. */
            included: boolean;
            /** @description The tax in the prices that came off, because the buyer owes it (reverse charge). */
            relief?: number;
            explanation: string;
        };
        /** Recurrence */
        Recurrence: {
            /** @constant */
            type: "OneOff";
        } | {
            /** @constant */
            type: "Recurring";
            /** @enum {unknown} */
            cycleLength: "Daily" | "Weekly" | "Monthly" | "Quarterly" | "Yearly";
        };
        /** Refund */
        Refund: {
            id: string;
            orderId: string;
            paymentId: string;
            status: components["schemas"]["RefundStatus"];
            /**
             * @description Made here, made at the payment provider, or by a dispute that was lost.
             * @enum {unknown}
             */
            origin: "Vendor" | "Provider" | "Dispute";
            amount: components["schemas"]["Amount"];
            /** @description Goes back beside the amount: tax that the provider charged on top. */
            tax?: {
                currency: string;
                amount: number;
            };
            /** @description What went back of which line. Empty if it failed, or for a payment that paid nothing. */
            lines: components["schemas"]["RefundedLine"][];
            /** @description Whether the licenses of the units are revoked with it. */
            revokeLicenses: boolean;
            reason?: string;
            /** @description Why it failed, as far as the provider says. */
            failure?: string;
            /** @description The id of the refund at the provider. */
            providerReference?: string;
            disputeId?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            settledAt?: string;
        };
        /** RefundPage */
        RefundPage: {
            items: components["schemas"]["Refund"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** RefundRequest */
        RefundRequest: {
            /** @description Default: the payment that paid the order. Name a `Surplus` or `Short` payment to give its money back. */
            paymentId?: string;
            /** @description Units of lines, each line once. */
            lines?: {
                /** @description A line item of the order. */
                lineId: string;
                /** @description Units to refund. */
                quantity: number;
            }[];
            /** @description An amount of money, without units. Not with `lines`. */
            amount?: {
                currency: string;
                amount: number;
            };
            /** @description For the buyer: in the mail, and on the credit note. */
            reason?: string;
            /**
             * @description Whether the licenses of refunded units are revoked. An amount of money revokes none. Not `false` where no money goes back.
             * @default true
             */
            revokeLicenses: boolean;
        };
        /**
         * RefundStatus
         * @description `Pending`: the provider has not answered, or somebody has to approve. `Failed`: no money went back, or it came back.
         * @enum {unknown}
         */
        RefundStatus: "Pending" | "Succeeded" | "Failed";
        /** RefundedLine */
        RefundedLine: {
            lineId: string;
            /** @description Units that went back; 0 when it is only money. */
            quantity: number;
            amount: components["schemas"]["Amount"];
            tax: components["schemas"]["Amount"];
        };
        /** Release */
        Release: {
            version: string;
            /** @description Who gets it: `stable` is for everybody. */
            channel: string;
            /** @description What is new. */
            description: string | null;
            /** @description Lower versions of the product are not supported any more. */
            minimumSupportedVersion: string | null;
            /** Format: date-time */
            createdAt: string;
            publishedAt: string | null;
            yankedAt: string | null;
            yankReason: string | null;
            /**
             * Format: uri
             * @description The shop of the vendor (`storefrontUrl`), or where there is none the same as `hostedDownloadUrl`.
             */
            downloadUrl: string;
            /**
             * Format: uri
             * @description The files of this version, as JSON.
             */
            hostedDownloadUrl: string;
            downloads: components["schemas"]["ReleaseDownload"][];
        };
        /** ReleaseChanges */
        ReleaseChanges: {
            /** @description What is new. */
            description?: string;
            /** @description Who gets it, such as `beta`. `stable`, the default, is for everybody. */
            channel?: string;
            /** @description Lower versions of the product are not supported any more. Default null: all are. */
            minimumSupportedVersion?: string | null;
        };
        /** ReleaseDownload */
        ReleaseDownload: {
            /** @description File name that customers see. */
            name: string;
            /** @description Of the upload; unique in the account. */
            key: string;
            platform: components["schemas"]["Platform"];
            arch?: components["schemas"]["Arch"];
            signatures?: components["schemas"]["DownloadSignatures"];
            /** @description The version by which Sparkle compares (`CFBundleVersion`), where it is not that of the release. */
            buildVersion?: string;
            /** @description The lowest version of the operating system that the file runs on. */
            minimumSystemVersion?: string;
            /** @description Bytes. */
            size: number;
            /** @description Of the file, lower-case hexadecimal. */
            sha256: string;
            /**
             * Format: uri
             * @description The same as `directUrl`.
             */
            downloadUrl: string;
            /**
             * Format: uri
             * @description The same as `directUrl`.
             */
            hostedDownloadUrl: string;
            /**
             * Format: uri
             * @description Redirects to the file; whom, is up to `downloadAccess` of the product.
             */
            directUrl: string;
        };
        /** ReleasePage */
        ReleasePage: {
            items: components["schemas"]["Release"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** ReleaseReplacement */
        ReleaseReplacement: {
            downloads: components["schemas"]["NewDownload"][];
            /** @description What is new. */
            description?: string;
            /** @description Who gets it, such as `beta`. `stable`, the default, is for everybody. */
            channel?: string;
            /** @description Lower versions of the product are not supported any more. Default null: all are. */
            minimumSupportedVersion?: string | null;
        };
        /** Session */
        Session: {
            id: string;
            /**
             * Format: date-time
             * @description When the customer signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its tokens were last renewed.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if nobody uses it.
             */
            expiresAt: string;
            /** @description The user agent of the client. */
            userAgent?: string;
            /** @description Whether it is the one of this request. */
            isCurrent: boolean;
        };
        /** SessionPage */
        SessionPage: {
            items: components["schemas"]["Session"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** SignUp */
        SignUp: {
            /** @description Full name. */
            name: string;
            email: string;
            /** @description 8 to 128 characters: lower case, upper case, digits and a symbol. */
            password: string;
            address?: components["schemas"]["AddressInput"];
            acceptedPrivacyPolicy?: boolean;
            acceptedTermsAndConditions?: boolean;
        };
        /** StoredFile */
        StoredFile: {
            key: string;
            /** @description Bytes. */
            size: number;
            /** @description Lower-case hexadecimal. */
            sha256: string;
        };
        /** StoredPart */
        StoredPart: {
            number: number;
            /** @description Bytes. */
            size: number;
            /** @description Lower-case hexadecimal. */
            sha256: string;
        };
        /** Storefront */
        Storefront: {
            suggestedCurrency: string;
            enabledCurrencies: string[];
            validUntil: string | null;
            bundles: components["schemas"]["StorefrontBundle"][];
            products: components["schemas"]["StorefrontProduct"][];
            offers: components["schemas"]["Offer"][];
            estimatedTax?: components["schemas"]["EstimatedTax"];
            /**
             * @description Whether tax is added to the prices or included in them; absent if the account collects none.
             * @enum {unknown}
             */
            taxMode?: "Exclusive" | "Inclusive";
            /** @description Discounts that the vendor shows, while they make prices for this visitor. */
            promotions: components["schemas"]["StorefrontPromotion"][];
        };
        /** StorefrontBundle */
        StorefrontBundle: {
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
            /** @description Only the products that the customer does not own are sold. */
            partial: boolean;
            products: components["schemas"]["BundledProduct"][];
        };
        /** StorefrontBundlePage */
        StorefrontBundlePage: {
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
            /** @description Only the products that the customer does not own are sold. */
            partial: boolean;
            products: components["schemas"]["BundledProduct"][];
            details: components["schemas"]["ItemDetails"];
        };
        /** StorefrontImage */
        StorefrontImage: {
            /** @description The content at this URL never changes. */
            url: string;
            /** @description What it shows, for those who do not see it; may be empty. */
            alt: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
        };
        /** StorefrontProduct */
        StorefrontProduct: {
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
        };
        /** StorefrontProductPage */
        StorefrontProductPage: {
            id: string;
            name: string;
            tagline: string;
            description?: string;
            website: string | null;
            iconUrl: string | null;
            /** @description Whether the signed-in customer owns it. */
            owned: boolean;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
            currentVersion?: string;
            downloads?: components["schemas"]["Download"][];
            defaultVariation?: components["schemas"]["StorefrontVariation"];
            variations?: components["schemas"]["StorefrontVariation"][];
            details: components["schemas"]["ItemDetails"];
        };
        /** StorefrontPromotion */
        StorefrontPromotion: {
            id: string;
            name: string;
            description?: string;
            imageUrl?: string;
            cta?: components["schemas"]["PromotionCta"];
            display: components["schemas"]["PromotionDisplay"][];
            targets: {
                /** @description Product/{id} or Bundle/{id}. */
                referenceId: string;
                /** @description The ids of those that the discount makes cheaper. */
                variations: string[];
            }[];
            discount: components["schemas"]["Discount"];
            /** Format: date-time */
            validFrom?: string;
            /** Format: date-time */
            validUntil?: string;
            /** @description Public custom properties, as plain values. */
            properties?: {
                [key: string]: unknown;
            };
        };
        /** StorefrontTier */
        StorefrontTier: {
            minQuantity: number;
            originalPrice: components["schemas"]["AmountsByCurrency"];
            price: components["schemas"]["AmountsByCurrency"];
        };
        /**
         * StorefrontTrial
         * @description Absent without trials. It is started in the application.
         */
        StorefrontTrial: {
            /** @description How long it runs on a device. */
            days: number;
            /** @description Whether one has to sign in to start it. */
            requiresAccount: boolean;
        };
        /** StorefrontVariation */
        StorefrontVariation: {
            id: string;
            name: string;
            recurrence: components["schemas"]["Recurrence"];
            originalPrice: components["schemas"]["AmountsByCurrency"];
            price: components["schemas"]["AmountsByCurrency"];
            hasDiscount: boolean;
            discount?: components["schemas"]["Discount"];
            /** @description Lower prices of one unit for larger quantities, ascending. The last tier that the quantity of a line reaches counts for all its units. */
            pricingTiers?: components["schemas"]["StorefrontTier"][];
        };
        /** TauriFile */
        TauriFile: {
            /** Format: uri */
            url: string;
            signature: string;
        };
        /**
         * TauriTargets
         * @description By target, such as `darwin-aarch64` or `windows-x86_64-nsis`.
         */
        TauriTargets: {
            [key: string]: components["schemas"]["TauriFile"];
        };
        /** TauriUpdate */
        TauriUpdate: {
            version: string;
            notes?: string;
            /** Format: date-time */
            pub_date?: string;
            /** Format: uri */
            url: string;
            signature: string;
        };
        /** TauriUpdates */
        TauriUpdates: {
            version: string;
            notes?: string;
            /** Format: date-time */
            pub_date?: string;
            platforms: components["schemas"]["TauriTargets"];
        };
        /** Tax */
        Tax: {
            /** @description A fraction: 19 % is 0.19. Providers do not tell it. */
            rate?: number;
            amount: number;
            /** @description The amount due without the tax. */
            net: number;
            country?: string;
            region?: string;
            reason: components["schemas"]["TaxReason"];
            /** @description Whether prices include it; otherwise it comes on top. */
            included: boolean;
            /** @description The tax in the prices that came off, because the buyer owes it (reverse charge). */
            relief?: number;
        };
        /** TaxEvidence */
        TaxEvidence: {
            /** @description The country of the bill. */
            country: string;
            evidence: {
                /** @enum {unknown} */
                kind: "BillingCountry" | "ConnectionCountry" | "CardCountry" | "TaxId";
                country: string;
            }[];
            /** @description The buyer confirmed the country although another sign names another one. */
            confirmed: boolean;
            taxId?: {
                taxId: string;
                country: string;
                /** @enum {unknown} */
                by: "Format" | "Vies";
                /** @enum {unknown} */
                result: "Valid" | "NotRegistered" | "Unreachable";
                /** @description The proof of VIES that it was asked. */
                consultationNumber?: string;
                /** Format: date-time */
                at: string;
            };
        };
        /** TaxRate */
        TaxRate: {
            id: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country: string;
            /** @description As in the addresses of buyers, such as `CA`; upper and lower case make no difference. Null: the whole country. */
            region: string | null;
            /** @description A fraction: 19 % is 0.19. At most 6 digits. */
            rate: number;
            reason: components["schemas"]["TaxReason"];
            /** @description The items that it is for. Empty: everything that no other rate names. */
            targets: components["schemas"]["ItemTarget"][];
            /** @description The first day of the rate. YYYY-MM-DD, in UTC. */
            firstDay: string | null;
            /** @description The last day of the rate. YYYY-MM-DD, in UTC. */
            lastDay: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** TaxRateChanges */
        TaxRateChanges: {
            /** @description ISO 3166-1 alpha-2 code. */
            country?: string;
            /** @description A fraction: 19 % is 0.19. At most 6 digits. */
            rate?: number;
            /** @description As in the addresses of buyers, such as `CA`; upper and lower case make no difference. Null: the whole country. */
            region?: string | null;
            /**
             * @description What documents say about it. Default: `zero_rated` for a rate of 0, else `standard`.
             * @enum {unknown}
             */
            reason?: "standard" | "zero_rated" | "exempt";
            /** @description The items that it is for. Empty: everything that no other rate names. */
            targets?: components["schemas"]["ItemTarget"][];
            /** @description The first day of the rate. Null: no start. YYYY-MM-DD, in UTC. */
            firstDay?: string | null;
            /** @description The last day of the rate. Null: no end. YYYY-MM-DD, in UTC. */
            lastDay?: string | null;
        };
        /** TaxRatePage */
        TaxRatePage: {
            items: components["schemas"]["TaxRate"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /**
         * TaxReason
         * @enum {unknown}
         */
        TaxReason: "standard" | "reverse_charge" | "not_collecting" | "zero_rated" | "exempt" | "provider";
        /**
         * TimelineActor
         * @description Who did it: customers and API keys by id, jobs by kind. A guest is `Anonymous`.
         */
        TimelineActor: {
            /** @enum {unknown} */
            kind: "Anonymous" | "Customer" | "ApiKey" | "Job" | "CommandLine" | "Server";
            id?: string;
        };
        /**
         * TimelineData
         * @description Details, by the type of the event; `before` and `after` if something changed.
         */
        TimelineData: {
            [key: string]: unknown;
        };
        /** TimelineEntry */
        TimelineEntry: {
            /** @description The id of the event in the audit log. */
            id: string;
            /** @description What happened, such as `payment.succeeded`. */
            type: string;
            /** Format: date-time */
            occurredAt: string;
            actor: components["schemas"]["TimelineActor"];
            /** @description The subjects of the event, each as `kind/id`. */
            subjects: string[];
            data: components["schemas"]["TimelineData"];
        };
        /** TimelineEntryPage */
        TimelineEntryPage: {
            items: components["schemas"]["TimelineEntry"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** Trial */
        Trial: {
            id: string;
            productId: string;
            /** @description The customer; absent on anonymous trials. */
            ownerId?: string;
            deviceName: string;
            deviceSignature: string;
            /** Format: date-time */
            lastValidatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {unknown} */
            status: "Active" | "Expired";
            /**
             * Format: date-time
             * @description Set while the device may start the trial anew.
             */
            resetAt?: string;
            properties?: components["schemas"]["CustomProperties"];
        };
        /** TrialImport */
        TrialImport: {
            productId: string;
            /** @description Shown to the customer. */
            deviceName: string;
            /** @description A stable fingerprint of the device, compared literally. */
            deviceSignature: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastValidation?: string;
            /** Format: date-time */
            createdAt?: string;
            ownerId?: string;
        };
        /** TrialLine */
        TrialLine: {
            /** @description The customer. */
            ownerId?: string;
            /** @description The customer, instead of `ownerId`. */
            ownerEmail?: string;
            /** @description Your own id of the customer, instead of `ownerId`. */
            ownerExternalId?: string;
            productId: string;
            /** @description Shown to the customer. */
            deviceName: string;
            /** @description A stable fingerprint of the device, compared literally. */
            deviceSignature: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastValidation?: string;
            /** Format: date-time */
            createdAt?: string;
            /** @description Custom properties by name. */
            properties?: Record<string, never>;
        };
        /** TrialPage */
        TrialPage: {
            items: components["schemas"]["Trial"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** TrialsReport */
        TrialsReport: {
            items: {
                /**
                 * Format: date
                 * @description A day in UTC, such as 2026-03-01.
                 */
                day: string;
                productId: string;
                started: number;
                /** @description Devices with a trial that were licensed for the first time. */
                converted: number;
            }[];
        };
        /** UnusableCoupon */
        UnusableCoupon: {
            /** @description Empty for everybody except the customer, if the order belongs to one. */
            code: string;
            /** @description A sentence for the buyer. */
            message: string;
            /** @description The same as a stable code; absent where `message` keeps the reason to itself. */
            reason?: string;
        };
        /** Upload */
        Upload: {
            /** @description Names the file in releases. */
            key: string;
            /** @enum {unknown} */
            status: "Waiting" | "Complete";
            contentType: string;
            /**
             * Format: date-time
             * @description Afterwards nothing more is taken.
             */
            expiresAt: string;
            /** @description Bytes, where they are known. */
            size?: number;
            /** @description Of a complete file, lower-case hexadecimal. */
            sha256?: string;
            /**
             * Format: uri
             * @description Takes the bytes by `PUT`, with the content type of the upload and without credentials.
             */
            url?: string;
            /** @description Bytes of each part but the last one. */
            partSize?: number;
            parts?: components["schemas"]["UploadPart"][];
        };
        /** UploadPart */
        UploadPart: {
            /** @description From 1. */
            number: number;
            /** @description Bytes. */
            size: number;
            /** @description It has arrived. */
            isStored: boolean;
            /**
             * Format: uri
             * @description Takes the bytes by `PUT`, with the content type of the upload and without credentials.
             */
            url?: string;
        };
        /** UsageReport */
        UsageReport: {
            items: {
                /**
                 * Format: date
                 * @description A day in UTC, such as 2026-03-01.
                 */
                day: string;
                productId: string;
                /** @enum {unknown} */
                kind: "License" | "Trial";
                /** @description Absent if the application did not report it. */
                appVersion?: string;
                platform?: string;
                /** @description Devices that were activated or validated on that day. */
                activeDevices: number;
            }[];
        };
        /**
         * UtmFilter
         * @description Values by UTM parameter, one of which must match. Empty: from anywhere.
         */
        UtmFilter: {
            source?: string[];
            medium?: string[];
            campaign?: string[];
            term?: string[];
            content?: string[];
            referrer?: string[];
        };
        /** Variation */
        Variation: {
            id: string;
            name: string;
            recurrence: components["schemas"]["Recurrence"];
            prices: components["schemas"]["AmountsByCurrency"];
            pricingTiers: components["schemas"]["VariationTier"][];
            isDefault: boolean;
            position: number;
            isArchived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** VariationChanges */
        VariationChanges: {
            name?: string;
            recurrence?: components["schemas"]["Recurrence"];
            /** @description Replaces all prices. */
            prices?: {
                [key: string]: number;
            };
            /** @description Prices for larger quantities, by ascending quantity. The last tier that a line reaches counts. */
            pricingTiers?: components["schemas"]["PricingTier"][];
            /** @description True makes it the default variation. */
            isDefault?: boolean;
            position?: number;
        };
        /** VariationPage */
        VariationPage: {
            items: components["schemas"]["Variation"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** VariationTier */
        VariationTier: {
            minQuantity: number;
            prices: components["schemas"]["AmountsByCurrency"];
        };
        /** VelopackAsset */
        VelopackAsset: {
            PackageId: string;
            Version: string;
            /** @enum {unknown} */
            Type: "Full" | "Delta";
            FileName: string;
            /** @description Velopack compares it, upper-case hexadecimal. */
            SHA1: string;
            SHA256: string;
            /** @description Bytes. */
            Size: number;
            NotesMarkdown?: string;
        };
        /** VelopackReleases */
        VelopackReleases: {
            Assets: components["schemas"]["VelopackAsset"][];
        };
        /**
         * Vendor
         * @description The merchant behind this host.
         */
        Vendor: {
            id: string;
            name: string;
            logoUrl: string | null;
            websiteUrl?: string;
            /** @description The vendor’s own shop. */
            storefrontUrl?: string;
            /** @description Where the vendor sells: their own shop or site, else the hosted shop. */
            shopUrl: string;
            /** @description Language of the pages for visitors whose browser asks for none that they are written in. */
            locale: string;
            /** @description The vendor's own pages about the sale. */
            links: {
                terms?: string;
                privacy?: string;
                refunds?: string;
                imprint?: string;
            };
            brand: components["schemas"]["Brand"];
        };
        /** VersionedProduct */
        VersionedProduct: {
            id: string;
            name: string;
            tagline: string;
            website?: string;
            iconUrl?: string;
            currentVersion: string | null;
            /** @description Licenses that can be used. */
            numberOfLicenses: number;
            /** @description Trials started. */
            numberOfTrials: number;
            /** @description Seats in use. */
            currentActivations: number;
            /** @description Total seats. */
            maxActivations: number;
            /** @description Whether the caller may download now. */
            downloadsAllowed: boolean;
            downloadsNeedsUser: boolean;
            downloadsNeedsOwnership: boolean;
            /** @constant */
            downloadsNeedsGroupMembership: false;
            downloads?: components["schemas"]["Download"][];
            version?: string;
            releaseDescription?: string;
            /** @description Applications of a lower version should ask for the update. */
            minimumSupportedVersion?: string;
        };
        /** Voucher */
        Voucher: {
            id: string;
            name: string;
            description: string;
            code: string;
            redeemed: boolean;
            redeemsProducts: {
                /** @description Licenses granted. */
                quantity: number;
                value: components["schemas"]["StorefrontProduct"];
            }[];
            redeemsBundles: {
                /** @description Licenses granted of each product. */
                quantity: number;
                value: components["schemas"]["StorefrontBundle"];
            }[];
        };
        /** VoucherBatch */
        VoucherBatch: {
            id: string;
            name: string;
            description: string;
            /** @enum {unknown} */
            status: "Generating" | "Ready" | "Revoked";
            /** @description Number of codes in the batch. */
            quantity: number;
            /** @description Number of codes created so far. */
            generated: number;
            /** @description Number of redeemed codes; not in lists. */
            redeemed?: number;
            contents: {
                /** @enum {unknown} */
                type: "Product" | "Bundle";
                id: string;
                quantity: number;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
        };
        /** VoucherBatchPage */
        VoucherBatchPage: {
            items: components["schemas"]["VoucherBatch"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** VoucherCode */
        VoucherCode: {
            id: string;
            code: string;
            redeemed: boolean;
            /** @description The customer. */
            redeemedBy?: string;
            /** Format: date-time */
            redeemedAt?: string;
        };
        /** VoucherCodePage */
        VoucherCodePage: {
            items: components["schemas"]["VoucherCode"][];
            /** @description There are more results. */
            hasMore: boolean;
            /** @description Root-relative path of the next page. */
            next: string | null;
        };
        /** VoucherContent */
        VoucherContent: {
            /** @enum {unknown} */
            type: "Product" | "Bundle";
            id: string;
            /** @description Licenses of the product, or of each product of the bundle. */
            quantity: number;
        };
        /** VoucherLine */
        VoucherLine: {
            /** @description The customer. */
            ownerId?: string;
            /** @description The customer, instead of `ownerId`. */
            ownerEmail?: string;
            /** @description Your own id of the customer, instead of `ownerId`. */
            ownerExternalId?: string;
            /** @description 8 to 64 letters and digits; case, spaces and dashes do not count. */
            code: string;
            /** @description Of its batch. */
            name?: string;
            description?: string;
            contents: components["schemas"]["VoucherContent"][];
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            redeemedAt?: string;
        };
        /** WithdrawnLine */
        WithdrawnLine: {
            id: string;
            name: string;
            /** @description Its index among all lines of the cart, these included. */
            position: number;
        };
        /** Yank */
        Yank: {
            /** @description For you and your colleagues. */
            reason: string;
        };
    };
    responses: {
        /**
         * @description The current state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request has already been approved. Return to the application.
         */
        ActivationRequestFulfilled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ActivationRequestFulfilled";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request has already been approved. Return to the application.
         *     - `NoFreeActivations`: Every seat of the license is in use. A device can be released in the customer’s account at the vendor (the customer portal).
         */
        ActivationRequestFulfilledOrNoFreeActivations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ActivationRequestFulfilled" | "NoFreeActivations";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ActivationRequestFulfilled`: This activation request has already been approved. Return to the application.
         *     - `TrialExpired`: Trial has expired.
         */
        ActivationRequestFulfilledOrTrialExpired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ActivationRequestFulfilled" | "TrialExpired";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ApiKeyEnded`: This API key has expired or was revoked. Create another one.
         */
        ApiKeyEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ApiKeyEnded";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ApiKeyEnded`: This API key has expired or was revoked. Create another one.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ApiKeyEndedOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ApiKeyEnded" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `BatchNotReady`: The codes of this batch are still being created. Try again in a moment.
         */
        BatchNotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "BatchNotReady";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `BillingNeedsCustomer`: Sign in as the customer of this order to change the billing details.
         *     - `OrderOfAnotherCustomer`: This order belongs to another customer. Start a new cart.
         */
        BillingNeedsCustomerOrOrderOfAnotherCustomer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "BillingNeedsCustomer" | "OrderOfAnotherCustomer";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `BundleExists`: Another bundle of the account has this id. Choose another id, or change the existing bundle.
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        BundleExistsOrVariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "BundleExists" | "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `CheckoutLinkExpired`: Checkout links work for one day, and until the password of the account changes. Go back to the shop and start the checkout again.
         *     - `NotFound`: Not found.
         */
        CheckoutLinkExpiredOrNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    errorType?: "CheckoutLinkExpired" | "NotFound";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `CodesNotReady`: Codes of this coupon are still being created. Try again in a moment.
         */
        CodesNotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "CodesNotReady";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `Conflict`: The current state does not allow this change. Read it again and retry.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ConflictOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "Conflict" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `CouponCodeExists`: A coupon of the account already has this code. Case, spaces and dashes do not matter.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        CouponCodeExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "CouponCodeExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `CouponExists`: Another coupon of the account has this id. Choose another id, or change the existing coupon.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        CouponExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "CouponExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `CouponNotUsable`: The coupon cannot be used.
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        CouponNotUsableOrInvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "CouponNotUsable" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `CouponsNeedCustomer`: Sign in as the customer of this order to enter or remove coupons.
         */
        CouponsNeedCustomer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "CouponsNeedCustomer";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `CustomerExists`: A customer of the account already has this email address or external id.
         *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        CustomerExistsOrEmailInUseOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "CustomerExists" | "EmailInUse" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `DevicesAffected`: Devices in use would reach another account. Confirm their number to continue.
         */
        DevicesAffected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "DevicesAffected";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `DevicesAffected`: Devices in use would reach another account. Confirm their number to continue.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        DevicesAffectedOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "DevicesAffected" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `DiscountExists`: Another discount of the account has this id. Choose another id, or change the existing discount.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        DiscountExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "DiscountExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `DomainInUse`: Another account of this instance uses this domain.
         *     - `DevicesAffected`: Devices in use would reach another account. Confirm their number to continue.
         */
        DomainInUseOrDevicesAffected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "DomainInUse" | "DevicesAffected";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `DomainInUse`: Another account of this instance uses this domain.
         *     - `DevicesAffected`: Devices in use would reach another account. Confirm their number to continue.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        DomainInUseOrDevicesAffectedOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "DomainInUse" | "DevicesAffected" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
         */
        EmailInUse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "EmailInUse";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        EmailInUseOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "EmailInUse" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `EmailNotConfirmed`: The email address has to be confirmed first.
         */
        EmailNotConfirmed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "EmailNotConfirmed";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `Forbidden`: This is not permitted.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "Forbidden";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `Forbidden`: This is not permitted.
         *     - `ProductNotOwned`: The customer does not own this product.
         */
        ForbiddenOrProductNotOwned: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "Forbidden" | "ProductNotOwned";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        IdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The idempotency key was used for a different request.
         *
         *     - `IdempotencyKeyReused`: This idempotency key was used for a different request.
         */
        IdempotencyKeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 422;
                    /** @enum {unknown} */
                    errorType?: "IdempotencyKeyReused";
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
        InvalidCodeOrInvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "InvalidCode" | "InvalidInput" | "MalformedRequest";
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
        InvalidCredentialsOrInvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `InvalidEventSignature`: The signature of the event is missing or wrong.
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        InvalidEventSignatureOrInvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "InvalidEventSignature" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The input is malformed or invalid.
         *
         *     - `InvalidInput`: The request is not valid.
         *     - `MalformedRequest`: The request is malformed.
         */
        InvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `LicenseExists`: A license of the account already has this external id.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        LicenseExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "LicenseExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `LicenseOwnerChanged`: The license has a new owner.
         *     - `ProductInactive`: The product is not available.
         */
        LicenseOwnerChangedOrProductInactive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "LicenseOwnerChanged" | "ProductInactive";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `LicenseOwnerChanged`: The license has a new owner.
         *     - `ReleaseNotAllowed`: This device cannot be released.
         */
        LicenseOwnerChangedOrReleaseNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "LicenseOwnerChanged" | "ReleaseNotAllowed";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `NoFreeActivations`: Every seat of the license is in use. A device can be released in the customer’s account at the vendor (the customer portal).
         */
        NoFreeActivations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "NoFreeActivations";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `NotFound`: Not found.
         */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    errorType?: "NotFound";
                };
            };
        };
        /**
         * @description Unknown, or of another account or customer.
         *
         *     - `NotOffered`: Accounts of other services cannot be connected here.
         *     - `NotFound`: Not found.
         */
        NotOfferedOrNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    errorType?: "NotOffered" | "NotFound";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OfferExists`: Another offer of the account has this id. Choose another id, or change the existing offer.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        OfferExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OfferExists" | "IdempotencyKeyInFlight";
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
        OfflineActivationNotAllowedOrInvalidInputOrMalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    errorType?: "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `OperatorOnly`: Only the operator of this instance may change this.
         *     - `Forbidden`: This is not permitted.
         */
        OperatorOnlyOrForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "OperatorOnly" | "Forbidden";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OrderCompleted`: This order is paid and cannot be changed. Start a new cart to buy more.
         *     - `OrderPaymentProcessing`: A payment of this order is in progress. Wait until it has succeeded or failed.
         */
        OrderCompletedOrOrderPaymentProcessing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OrderCompleted" | "OrderPaymentProcessing";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OrderCompleted`: This order is paid and cannot be changed. Start a new cart to buy more.
         *     - `OrderTaken`: Somebody signed in and took this cart over. Nothing was charged. Start the checkout again in the shop.
         *     - `OrderPaymentProcessing`: A payment of this order is in progress. Wait until it has succeeded or failed.
         */
        OrderCompletedOrOrderTakenOrOrderPaymentProcessing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OrderCompleted" | "OrderTaken" | "OrderPaymentProcessing";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `OrderOfAnotherCustomer`: This order belongs to another customer. Start a new cart.
         */
        OrderOfAnotherCustomer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "OrderOfAnotherCustomer";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `OrderOfAnotherCustomer`: This order belongs to another customer. Start a new cart.
         *     - `CouponsNeedCustomer`: Sign in as the customer of this order to enter or remove coupons.
         */
        OrderOfAnotherCustomerOrCouponsNeedCustomer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "OrderOfAnotherCustomer" | "CouponsNeedCustomer";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OrderTaken`: Somebody signed in and took this cart over. Nothing was charged. Start the checkout again in the shop.
         */
        OrderTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OrderTaken";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OrderTaken`: Somebody signed in and took this cart over. Nothing was charged. Start the checkout again in the shop.
         *     - `PaymentsRefused`: The payment service does not accept this shop at the moment. Nothing was charged, and your order is kept. Please contact the vendor.
         */
        OrderTakenOrPaymentsRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OrderTaken" | "PaymentsRefused";
                };
            };
        };
        /**
         * @description Overloaded, or the database is away.
         *
         *     - `Overloaded`: The service is busy.
         */
        Overloaded: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 503;
                    /** @enum {unknown} */
                    errorType?: "Overloaded";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `OwnerDeleted`: The customer of this license was deleted. Transfer it to another customer first, then restore it.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        OwnerDeletedOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "OwnerDeleted" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The body is too large.
         *
         *     - `PayloadTooLarge`: The request is too large.
         */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 413;
                    /** @enum {unknown} */
                    errorType?: "PayloadTooLarge";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ProductExists`: Another product of the account has this id. Choose another id, or change the existing product.
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ProductExistsOrVariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ProductExists" | "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ProductInBundles`: This product is part of bundles. Remove it from them or archive them first, or archive it with force.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ProductInBundlesOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ProductInBundles" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         */
        ProductInactive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "ProductInactive";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         *     - `ProductNotOwned`: The customer does not own this product.
         */
        ProductInactiveOrProductNotOwned: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "ProductInactive" | "ProductNotOwned";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ProductInactive`: The product is not available.
         *     - `TrialsNotAllowed`: This product has no trials.
         */
        ProductInactiveOrTrialsNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "ProductInactive" | "TrialsNotAllowed";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `PromotionExists`: Another promotion of the account has this id. Choose another id, or change the existing promotion.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        PromotionExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "PromotionExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description Overloaded, or the database is away.
         *
         *     - `ProviderUnavailable`: The payment provider could not be queried about this event. Send it again.
         *     - `Overloaded`: The service is busy.
         */
        ProviderUnavailableOrOverloaded: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 503;
                    /** @enum {unknown} */
                    errorType?: "ProviderUnavailable" | "Overloaded";
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `RateLimited`: Too many requests.
         */
        RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 429;
                    /** @enum {unknown} */
                    errorType?: "RateLimited";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReceiptPending`: This order is not completed yet. The receipt is available once it is.
         */
        ReceiptPending: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReceiptPending";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReceiptPending`: This order is not completed yet. The receipt is available once it is.
         *     - `InvoiceIssued`: An invoice for this order was already issued and cannot be changed. Contact the seller if it is wrong.
         */
        ReceiptPendingOrInvoiceIssued: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReceiptPending" | "InvoiceIssued";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `RefreshRefused`: The session cannot be continued; sign in again.
         */
        RefreshRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "RefreshRefused";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReleaseExists`: The product already has a release with this version. Update that release instead.
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ReleaseExistsOrUploadBusyOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReleaseExists" | "UploadBusy" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `ReleaseNotAllowed`: This device cannot be released.
         */
        ReleaseNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "ReleaseNotAllowed";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReleaseTooSoon`: Another device of this license was released a short while ago. Try again later.
         */
        ReleaseTooSoon: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReleaseTooSoon";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReleaseYanked`: This release was yanked. Restore it before you publish it again.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        ReleaseYankedOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReleaseYanked" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `ReleaseYanked`: This release was yanked. Restore it before you publish it again.
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         */
        ReleaseYankedOrUploadBusy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "ReleaseYanked" | "UploadBusy";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `SeatsInUse`: More devices are active on this license. Release devices first.
         *     - `LicenseExists`: A license of the account already has this external id.
         */
        SeatsInUseOrLicenseExists: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "SeatsInUse" | "LicenseExists";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `SigningKeyActive`: This key currently signs tokens. Rotate to another key first.
         */
        SigningKeyActive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "SigningKeyActive";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `SigningKeyExists`: The account already has this key.
         *     - `Conflict`: The current state does not allow this change. Read it again and retry.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        SigningKeyExistsOrConflictOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "SigningKeyExists" | "Conflict" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The thing was changed since it was read.
         *
         *     - `StaleRevision`: It has changed since it was read.
         */
        StaleRevision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 412;
                    /** @enum {unknown} */
                    errorType?: "StaleRevision";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `TooManyImages`: A product or bundle has at most ten images. Remove one first.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        TooManyImagesOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "TooManyImages" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `TrialExists`: This device has already had a trial of this product.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        TrialExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "TrialExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `TrialExpired`: Trial has expired.
         */
        TrialExpired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "TrialExpired";
                };
            };
        };
        /**
         * @description The credential is missing or not valid.
         *
         *     - `Unauthorized`: Authorization is missing or not valid.
         */
        Unauthorized: {
            headers: {
                /** @description The missing credential. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 401;
                    /** @enum {unknown} */
                    errorType?: "Unauthorized";
                };
            };
        };
        /**
         * @description The media type is not supported.
         *
         *     - `UnsupportedMediaType`: The media type is not supported.
         */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 415;
                    /** @enum {unknown} */
                    errorType?: "UnsupportedMediaType";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         */
        UploadBusy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "UploadBusy";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        UploadBusyOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "UploadBusy" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `UploadComplete`: The file of this upload is already stored. An upload takes one file: prepare another one.
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         */
        UploadCompleteOrUploadBusy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "UploadComplete" | "UploadBusy";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `UploadIncomplete`: The file of this upload has not arrived yet.
         *     - `UploadBusy`: The file of this upload is being sent or assembled at the moment. Try again soon.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        UploadIncompleteOrUploadBusyOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "UploadIncomplete" | "UploadBusy" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `VariationExists`: Another variation of the account has this id. Choose another id, or change the existing variation.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        VariationExistsOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "VariationExists" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `VoucherExpired`: The voucher can no longer be redeemed because its last day has passed.
         *     - `VoucherNotRedeemable`: The vendor has withdrawn this voucher or something that it contains.
         */
        VoucherExpiredOrVoucherNotRedeemable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "VoucherExpired" | "VoucherNotRedeemable";
                };
            };
        };
        /**
         * @description The current state does not allow this.
         *
         *     - `VoucherExpired`: The voucher can no longer be redeemed because its last day has passed.
         *     - `VoucherNotRedeemable`: The vendor has withdrawn this voucher or something that it contains.
         *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
         */
        VoucherExpiredOrVoucherNotRedeemableOrIdempotencyKeyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    errorType?: "VoucherExpired" | "VoucherNotRedeemable" | "IdempotencyKeyInFlight";
                };
            };
        };
        /**
         * @description The caller is known and not permitted.
         *
         *     - `VoucherRedeemed`: Somebody else has redeemed the voucher.
         */
        VoucherRedeemed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    errorType?: "VoucherRedeemed";
                };
            };
        };
    };
    parameters: {
        /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
        AppVersion: unknown;
        /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
        IdempotencyKey: string;
        /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
        IfMatch: string;
        /** @description Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without `externalId`. A repeated request is answered anew, with `exists` for each line that is stored already. */
        ImportIdempotencyKey: string;
        /** @description Rows per page. */
        PageSize: number;
        /** @description From `next` of the previous page. */
        PaginationToken: string;
        /** @example Universal */
        Platform: "Universal" | "Windows" | "Linux" | "Mac" | "iOS" | "Android";
        /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
        UsageMeta: unknown;
        /** @description Windows, Mac or Linux; anything else is ignored. */
        UsagePlatform: unknown;
        UtmCampaign: string;
        UtmContent: string;
        UtmMedium: string;
        UtmReferrer: string;
        UtmSource: string;
        UtmTerm: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The password. */
        requestBody: {
            content: {
                /** @example Violet-42-tram */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            400: components["responses"]["InvalidCredentialsOrInvalidInputOrMalformedRequest"];
            403: components["responses"]["EmailNotConfirmed"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    refresh: {
        parameters: {
            query: {
                /**
                 * @description The newest refresh token.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The matching access token; it may have expired. */
        requestBody: {
            content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["RefreshRefused"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    signUp: {
        parameters: {
            query?: {
                /** @description Marketing opt-in. */
                communicationOptIn?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationPending"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityDeletion"];
            };
        };
        responses: {
            /** @description The customer is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidCredentialsOrInvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Demo",
                 *       "communicationPreferences": {
                 *         "newsletterOptIn": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description An empty one changes nothing. */
                    name?: string;
                    email?: string;
                    address?: components["schemas"]["AddressInput"];
                    communicationPreferences?: {
                        newsletterOptIn?: boolean;
                        productUpdatesOptIn?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    currentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Violet-42-tram",
                 *       "newPassword": "Copper-77-lane"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    /** @description Meets all password rules. */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The password is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidCredentialsOrInvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    forgotPassword: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    resetPassword: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new password. */
        requestBody: {
            content: {
                /** @example Violet-42-tram */
                "text/plain": string;
            };
        };
        responses: {
            /** @description The password is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerExport"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    confirmAccount: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressProof"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedIdentity"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "InvalidCode" | "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    confirmEmail: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressProof"];
            };
        };
        responses: {
            /** @description The email address is confirmed. */
            200: {
                headers: {
                    [name: string]: unknown;
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "InvalidCode" | "InvalidCredentials" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    sendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    confirmEmailChange: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email address is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    undoEmailChange: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "resetPasswordToken": "bm90IGEgcmVhbCBjb2Rl"
                     *     }
                     */
                    "application/json": {
                        email: string;
                        resetPasswordToken: string;
                    };
                };
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "newsletter": true,
                 *       "productUpdates": false
                 *     }
                 */
                "application/json": {
                    email: string;
                    name?: string;
                    /** @default true */
                    newsletter?: boolean;
                    /** @default false */
                    productUpdates?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "confirmation_sent"
                     *     }
                     */
                    "application/json": {
                        status: "confirmation_sent" | "subscribed";
                    };
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    confirmSubscription: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getPreferences: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    changePreferences: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newsletter": true
                 *     }
                 */
                "application/json": {
                    newsletter?: boolean;
                    productUpdates?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
                /**
                 * @description From the mail.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsletterChoice"];
                };
            };
            400: components["responses"]["InvalidCodeOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getStorefront: {
        parameters: {
            query?: {
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Storefront"];
                };
            };
            /** @description The response with the tag of If-None-Match is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getStorefrontProduct: {
        parameters: {
            query?: {
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontProductPage"];
                };
            };
            /** @description The response with the tag of If-None-Match is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getStorefrontBundle: {
        parameters: {
            query?: {
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            header?: never;
            path: {
                /** @example demo-bundle */
                bundleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontBundlePage"];
                };
            };
            /** @description The response with the tag of If-None-Match is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /** @description Return the URLs of the checkout page. */
                checkout?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A GUID that the client generates.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateOrder: {
        parameters: {
            query?: {
                /** @description Return the URLs of the checkout page. */
                checkout?: boolean;
                /** @description Where the buyer goes after the purchase, on a whitelisted origin. */
                returnUrl?: string;
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
            };
            header?: never;
            path: {
                /**
                 * @description A GUID that the client generates.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                "application/json": {
                    currency?: string | null;
                    items?: components["schemas"]["OrderLineInput"][] | null;
                    offerId?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteOrderOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A GUID that the client generates.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteBillingDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["BillingNeedsCustomerOrOrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateBillingDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillingDetails"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["BillingNeedsCustomerOrOrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeCoupon: {
        parameters: {
            query: {
                /**
                 * @description Case, spaces and dashes are ignored.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomerOrCouponsNeedCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    applyCoupon: {
        parameters: {
            query: {
                /**
                 * @description Case, spaces and dashes are ignored.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["CouponNotUsableOrInvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomerOrCouponsNeedCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeCoupons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomerOrCouponsNeedCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OrderCompletedOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOwnOrders: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "text/html": string;
                };
            };
            /** @description The payment provider issued the invoice: redirects there. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReceiptPending"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getReceiptFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/pdf": string;
                };
            };
            /** @description The payment provider issued the invoice: redirects there. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReceiptPending"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOwnDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReceiptPending"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOwnDocumentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /** @example documentId */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/pdf": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReceiptPending"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    requestInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReceiptPendingOrInvoiceIssued"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    joinOrderGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupIds": []
                 *     }
                 */
                "application/json": {
                    groupIds?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["OrderOfAnotherCustomer"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    joinGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example beta-testers */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never: there are no groups yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCheckout: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    quoteCheckout: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutQuote"];
            };
        };
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    changeCheckoutCurrency: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CurrencyChange"];
            };
        };
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["OrderCompletedOrOrderTakenOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    applyCheckoutCoupon: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponEntry"];
            };
        };
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["CouponNotUsableOrInvalidInputOrMalformedRequest"];
            403: components["responses"]["CouponsNeedCustomer"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["OrderCompletedOrOrderTakenOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeCheckoutCoupon: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponEntry"];
            };
        };
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["CouponsNeedCustomer"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["OrderCompletedOrOrderTakenOrOrderPaymentProcessing"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    payCheckout: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Payment"];
            };
        };
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            /**
             * @description The current state does not allow this.
             *
             *     - `AmountTooSmall`: The total is less than the smallest amount that this shop can charge. Add another item to the order.
             *     - `CurrencyNotTaken`: This shop takes no payments in this currency. Choose another one.
             *     - `CouponNoLongerUsable`: A coupon of this order can no longer be used. Nothing was charged. Remove it to continue.
             *     - `FreeLimitReached`: This order has more free licenses than one customer can get.
             *     - `OrderCompleted`: This order is paid and cannot be changed. Start a new cart to buy more.
             *     - `OrderEmpty`: The order has no items to pay for. Add a product first.
             *     - `OrderChanged`: The order has changed since this page was opened. Nothing was charged. Check it again and confirm it.
             *     - `OrderTaken`: Somebody signed in and took this cart over. Nothing was charged. Start the checkout again in the shop.
             *     - `OrderTooLarge`: The order would grant more licenses than one order can. Split it into several orders.
             *     - `PaymentsNotConfigured`: This shop cannot take payments yet. Please contact the vendor.
             *     - `PriceChanged`: The price has changed since it was shown. Check the new total and confirm it.
             *     - `PaymentsRefused`: The payment service does not accept this shop at the moment. Nothing was charged, and your order is kept. Please contact the vendor.
             *     - `EmailInUse`: Another customer uses this email address. Sign in, or choose another address.
             *     - `TaxCountryUnclear`: Confirm the country of the billing address: taxes depend on it. Nothing was charged.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        errorType?: "AmountTooSmall" | "CurrencyNotTaken" | "CouponNoLongerUsable" | "FreeLimitReached" | "OrderCompleted" | "OrderEmpty" | "OrderChanged" | "OrderTaken" | "OrderTooLarge" | "PaymentsNotConfigured" | "PriceChanged" | "PaymentsRefused" | "EmailInUse" | "TaxCountryUnclear";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    returnToCheckout: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["OrderTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    cancelCheckout: {
        parameters: {
            query?: {
                /** @description From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin. */
                return?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order as shown on the checkout page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["OrderTakenOrPaymentsRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ProviderUnavailableOrOverloaded"];
        };
    };
    getCheckoutReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11 */
                orderId: string;
                /**
                 * @description The last part of the path of the checkout URL.
                 * @example bm90IGEgcmVhbCB0b2tlbg
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/pdf": string;
                };
            };
            /** @description The payment provider issued the invoice: redirects there. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["CheckoutLinkExpiredOrNotFound"];
            409: components["responses"]["ReceiptPending"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    receivePaymentEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example */
                provider: string;
            };
            cookie?: never;
        };
        /** @description As sent by the provider. */
        requestBody: {
            content: {
                /** @example  */
                "application/json": string;
            };
        };
        responses: {
            /** @description The event is recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEventSignatureOrInvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ProviderUnavailableOrOverloaded"];
        };
    };
    peekVoucher: {
        parameters: {
            query: {
                /**
                 * @description Case, spaces and dashes are ignored.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["VoucherRedeemed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VoucherExpiredOrVoucherNotRedeemable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    redeemVoucher: {
        parameters: {
            query: {
                /**
                 * @description Case, spaces and dashes are ignored.
                 * @example DEMO-7KQ2-M4XT
                 */
                code: string;
            };
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VoucherRedeemed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VoucherExpiredOrVoucherNotRedeemableOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOwnedProducts: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedProductPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOwnedLicenses: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseSummaryPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOwnedLicensesOfProduct: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseSummaryPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listActivationsOfProduct: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listActivationsOfLicense: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                licenseId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    releaseActivation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                licenseId: string;
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                activationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seat is free, or was already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseNotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReleaseTooSoon"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    activateByDeviceToken: {
        parameters: {
            query: {
                /**
                 * @description Offline: the file works without a connection.
                 * @example Offline
                 */
                method: "Offline" | "Online";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The content of the device token file (.dt). */
        requestBody: {
            content: {
                /** @example eyJpZCI6IjRjMDEtOWYyYS03N2UwIiwibmFtZSI6IlN0dWRpbyBjb21wdXRlciIsInByb2R1Y3RJZCI6ImRlbW8tYXBwIiwiZm9ybWF0IjoiSldUIn0= */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseSummary"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "InvalidDeviceToken" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProductInactiveOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NoFreeActivations"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getLicenseFile: {
        parameters: {
            query: {
                /** @example 1767225600 */
                expires: number;
                /** @example c2ln */
                signature: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                activationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The license token, as a file (.mb). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOwnedProduct: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedProduct"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    downloadFile: {
        parameters: {
            query?: {
                /** @description False: 200 with the location, instead of 302. */
                redirect?: boolean;
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
                /** @example demo-app-1.2.0.zip */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://shop.example.com/api/customer/inventory/files/demo-app/1.2.0/demo-app-1.2.0.zip?expires=1767225600&signature=c2ln"
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        location: string;
                    };
                };
            };
            /** @description The file is at the Location. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    downloadLatest: {
        parameters: {
            query?: {
                /** @description False: 200 with the location, instead of 302. */
                redirect?: boolean;
                /** @description Such as `beta`. Default `stable`. */
                channel?: string;
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example Windows */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://shop.example.com/api/customer/inventory/files/demo-app/1.2.0/demo-app-1.2.0.zip?expires=1767225600&signature=c2ln"
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        location: string;
                    };
                };
            };
            /** @description The file is at the Location. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getFile: {
        parameters: {
            query: {
                /** @example 1767225600 */
                expires: number;
                /** @example c2ln */
                signature: string;
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
                /** @example demo-app-1.2.0.zip */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The file with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            /** @description The file has no such part. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    connectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never: there are no connected accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotOfferedOrNotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never: there are no connected accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotOfferedOrNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    reportError: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is in the log. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    reportWarning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is in the log. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    requestTrialToken: {
        parameters: {
            query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
                meta?: components["parameters"]["UsageMeta"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Device"];
            };
        };
        responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "application/jwt": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProductInactiveOrTrialsNotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TrialExpired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    requestLicenseToken: {
        parameters: {
            query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
                meta?: components["parameters"]["UsageMeta"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Device"];
            };
        };
        responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "application/jwt": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProductInactiveOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NoFreeActivations"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    validateLicenseToken: {
        parameters: {
            query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
                meta?: components["parameters"]["UsageMeta"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        /** @description The license token. */
        requestBody: {
            content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                "text/plain": string;
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                "application/jwt": string;
            };
        };
        responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "application/jwt": string;
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "InvalidLicenseToken" | "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            403: components["responses"]["LicenseOwnerChangedOrProductInactive"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeLicenseToken: {
        parameters: {
            query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
                meta?: components["parameters"]["UsageMeta"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        /** @description The license token. */
        requestBody: {
            content: {
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                "text/plain": string;
                /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                "application/jwt": string;
            };
        };
        responses: {
            /** @description The activation is free, or was already. */
            200: {
                headers: {
                    [name: string]: unknown;
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "InvalidLicenseToken" | "OfflineToken" | "TrialsCannotBeRevoked" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            403: components["responses"]["LicenseOwnerChangedOrReleaseNotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReleaseTooSoon"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    requestActivation: {
        parameters: {
            query?: {
                /** @description Version of the application, such as 1.2.3; at most 64 characters are kept. */
                appVersion?: components["parameters"]["AppVersion"];
                /** @description Windows, Mac or Linux; anything else is ignored. */
                platform?: components["parameters"]["UsagePlatform"];
                /** @description Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each value the first 256. Anything beyond that is ignored. */
                meta?: components["parameters"]["UsageMeta"];
                /** @description Online when absent. */
                method?: "Online" | "Offline";
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Device"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserActivationRequest"];
                };
            };
            400: components["responses"]["OfflineActivationNotAllowedOrInvalidInputOrMalformedRequest"];
            403: components["responses"]["ProductInactive"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    pollActivation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cG9sbA */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A license token: a JWT signed with the private license key of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "text/plain": string;
                    /** @example eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJwOmlkIjoiZGVtby1hcHAifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg */
                    "application/jwt": string;
                };
            };
            /** @description Nobody has approved yet. */
            204: {
                headers: {
                    [name: string]: unknown;
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "LicenseRevoked" | "LicenseActivationRevoked" | "LicenseExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            403: components["responses"]["LicenseOwnerChangedOrProductInactive"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getActivationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationRequest"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            403: components["responses"]["ProductInactive"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    approveActivationAsLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationRequest"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProductInactiveOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ActivationRequestFulfilledOrNoFreeActivations"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    approveActivationAsTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationRequest"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "OfflineActivationNotAllowed" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProductInactiveOrTrialsNotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ActivationRequestFulfilledOrTrialExpired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    cancelActivation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationRequest"];
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
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        errorType?: "ActivationRequestCancelled" | "ActivationRequestExpired" | "InvalidInput" | "MalformedRequest";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["ActivationRequestFulfilled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    isActivationCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the address of the page.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": boolean;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only customers in this state. */
                status?: "Active" | "Deleted";
                /** @description Only the customer with this address. */
                email?: string;
                /** @description Only the customer with this external id. */
                externalId?: string;
                /** @description Created before this time. */
                before?: string;
                /** @description Created after this time. */
                after?: string;
                /** @description The beginning of a word of name or email. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                /** @description Only customers in this state. */
                status?: "Active" | "Deleted";
                /** @description Only the customer with this address. */
                email?: string;
                /** @description Only the customer with this external id. */
                externalId?: string;
                /** @description Created before this time. */
                before?: string;
                /** @description Created after this time. */
                after?: string;
                /** @description The beginning of a word of name or email. */
                search?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer, or the email address.
                 * @example ada@example.com
                 */
                idOrEmail: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer. An email address is refused.
                 * @example ada@example.com
                 */
                idOrEmail: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the customer, or the email address.
                 * @example ada@example.com
                 */
                idOrEmail: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUse"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    importCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerImport"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CustomerExistsOrEmailInUseOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceCustomerProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the customer, or the email address.
                 * @example ada@example.com
                 */
                idOrEmail: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only events by this kind of actor. */
                actorKind?: "Anonymous" | "Customer" | "ApiKey" | "Job" | "CommandLine" | "Server";
                /** @description Only events by the actor with this id. */
                actorId?: string;
                /** @description Only events of this type. */
                type?: string;
                /** @description Only events about this, in the form of the `subjects` of an event. */
                subject?: string;
                /** @description At or after this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description Only events by this kind of actor. */
                actorKind?: "Anonymous" | "Customer" | "ApiKey" | "Job" | "CommandLine" | "Server";
                /** @description Only events by the actor with this id. */
                actorId?: string;
                /** @description Only events of this type. */
                type?: string;
                /** @description Only events about this, in the form of the `subjects` of an event. */
                subject?: string;
                /** @description At or after this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listLicenses: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only for this product. */
                productFilter?: string;
                /** @description Only of this customer. */
                ownerId?: string;
                /** @description Only of the customer with this email address. */
                email?: string;
                /** @description Created before this time. Not allowed if `status` sorts the list by `expiresAt`. */
                before?: string;
                /** @description Created after this time. Not allowed if `status` sorts the list by `expiresAt`. */
                after?: string;
                /** @description Only licenses of this status. `Active` and `Expired` ones are sorted by `expiresAt`, the latest first, and perpetual ones follow, newest first, unless another filter than `productFilter` is set. */
                status?: "Active" | "Revoked" | "Expired";
                /** @description Only with this key code. */
                keyCode?: string;
                /** @description Only with this external id. */
                externalId?: string;
                /** @description Only from this order. */
                orderId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicensePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportLicenses: {
        parameters: {
            query?: {
                /** @description Only for this product. */
                productFilter?: string;
                /** @description Only of this customer. */
                ownerId?: string;
                /** @description Only of the customer with this email address. */
                email?: string;
                /** @description Created before this time. Not allowed if `status` sorts the list by `expiresAt`. */
                before?: string;
                /** @description Created after this time. Not allowed if `status` sorts the list by `expiresAt`. */
                after?: string;
                /** @description Only licenses of this status. `Active` and `Expired` ones are sorted by `expiresAt`, the latest first, and perpetual ones follow, newest first, unless another filter than `productFilter` is set. */
                status?: "Active" | "Revoked" | "Expired";
                /** @description Only with this key code. */
                keyCode?: string;
                /** @description Only with this external id. */
                externalId?: string;
                /** @description Only from this order. */
                orderId?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SeatsInUseOrLicenseExists"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    provisionLicenses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseProvision"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *         "ownerId": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *         "productId": "demo-app",
                     *         "status": "Active",
                     *         "revocationReason": "Refund",
                     *         "awaitsProof": true,
                     *         "activeNumberOfActivations": 1,
                     *         "maxNumberOfActivations": 3,
                     *         "offlineActivationsAllowed": true,
                     *         "createdAt": "2026-03-01T12:00:00.000Z",
                     *         "expiresAt": "2026-03-01T12:00:00.000Z",
                     *         "keyCode": "AAAA-BBBB-CCCC",
                     *         "externalId": "old-shop-4711",
                     *         "orderId": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11",
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
                    "application/json": components["schemas"]["License"][];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailInUseOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    importLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseImport"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LicenseExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OwnerDeletedOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    transferLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseTransfer"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceLicenseProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listLicenseActivations: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseActivationPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeLicenseActivation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The license.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
                /**
                 * @description The device.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                activationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseActivation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTrials: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only for this product. */
                productFilter?: string;
                /** @description Only of this customer. */
                ownerId?: string;
                /** @description Only of the customer with this email address. */
                email?: string;
                /** @description Created before this time. Not allowed if `status` sorts the list by `expiresAt`. */
                before?: string;
                /** @description Created after this time. Not allowed if `status` sorts the list by `expiresAt`. */
                after?: string;
                /** @description Only trials of this status. They are sorted by `expiresAt`, the latest first, unless `ownerId`, `email` or `deviceSignature` is set. */
                status?: "Active" | "Expired";
                /** @description Only of this device. */
                deviceSignature?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportTrials: {
        parameters: {
            query?: {
                /** @description Only for this product. */
                productFilter?: string;
                /** @description Only of this customer. */
                ownerId?: string;
                /** @description Only of the customer with this email address. */
                email?: string;
                /** @description Created before this time. Not allowed if `status` sorts the list by `expiresAt`. */
                before?: string;
                /** @description Created after this time. Not allowed if `status` sorts the list by `expiresAt`. */
                after?: string;
                /** @description Only trials of this status. They are sorted by `expiresAt`, the latest first, unless `ownerId`, `email` or `deviceSignature` is set. */
                status?: "Active" | "Expired";
                /** @description Only of this device. */
                deviceSignature?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The trial.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    importTrial: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialImport"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TrialExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    resetTrial: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The trial.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceTrialProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The trial.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only of this status. */
                status?: "Open" | "PaymentProcessing" | "Paid" | "Completed";
                /** @description Only of this customer. */
                customerId?: string;
                /** @description Only of the customer with this email address, and paid orders of guests who have not proven it yet. */
                email?: string;
                /** @description Only orders with a refund that has not failed, of a part or of everything; `false`: only others. */
                refunded?: boolean;
                /** @description Only completed orders that granted licenses of this product. */
                productFilter?: string;
                /** @description Created before this time. */
                before?: string;
                /** @description Created after this time. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderSummaryPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                /** @description Only of this status. */
                status?: "Open" | "PaymentProcessing" | "Paid" | "Completed";
                /** @description Only of this customer. */
                customerId?: string;
                /** @description Only of the customer with this email address, and paid orders of guests who have not proven it yet. */
                email?: string;
                /** @description Only orders with a refund that has not failed, of a part or of everything; `false`: only others. */
                refunded?: boolean;
                /** @description Only completed orders that granted licenses of this product. */
                productFilter?: string;
                /** @description Created before this time. */
                before?: string;
                /** @description Created after this time. */
                after?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOrderDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetails"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOrderTimeline: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineEntryPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The current state does not allow this.
             *
             *     - `NothingPaid`: No money was paid, so there is none to refund. To withdraw licenses, revoke them: POST /api/licenses/{id}/revoke.
             *     - `PaymentDisputed`: The buyer disputes this payment, and the bank holds the money until it has decided. Respond to the dispute at the payment provider; to refund the money, accept it there.
             *     - `OrderInFulfilment`: The order is paid, and its licenses are being granted. Try again in a moment.
             *     - `RefundExceedsOrder`: The refund is for more units than are left of a line.
             *     - `RefundExceedsPayment`: The refund is more than what is left of the payment.
             *     - `IdempotencyKeyInFlight`: The first request with this idempotency key is still running. Try again in a moment.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        errorType?: "NothingPaid" | "PaymentDisputed" | "OrderInFulfilment" | "RefundExceedsOrder" | "RefundExceedsPayment" | "IdempotencyKeyInFlight";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
                /**
                 * @description The refund.
                 * @example refundId
                 */
                refundId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only of this status. */
                status?: "Open" | "Won" | "Lost";
                /** @description Only of this order. */
                orderId?: string;
                /** @description Opened before this time. */
                before?: string;
                /** @description Opened after this time. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The dispute.
                 * @example disputeId
                 */
                disputeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only of this kind. */
                kind?: "Receipt" | "Invoice" | "CreditNote";
                /** @description Issued at this time or after it. */
                since?: string;
                /** @description Issued before this time. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetailsPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportDocuments: {
        parameters: {
            query?: {
                /** @description Only of this kind. */
                kind?: "Receipt" | "Invoice" | "CreditNote";
                /** @description Issued at this time or after it. */
                since?: string;
                /** @description Issued before this time. */
                before?: string;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDocumentsOfOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document.
                 * @example documentId
                 */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetails"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDocumentFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document.
                 * @example documentId
                 */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/pdf": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listVoucherBatches: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherBatchPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createVoucherBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVoucherBatch"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportVouchers: {
        parameters: {
            query?: {
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getVoucherBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeVoucherBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherBatch"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listVoucherCodes: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherCodePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportVoucherCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The batch.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns code, redeemedAt, customerId. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BatchNotReady"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getLicensingSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The product.
                 * @example demo-app
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null: as in the settings of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicensingSettings"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceLicensingSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The product.
                 * @example demo-app
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicensingSettings"];
            };
        };
        responses: {
            /** @description Null: as in the settings of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicensingSettings"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listLicenseKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
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
                    "application/json": {
                        items: components["schemas"]["LicenseKey"][];
                    };
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    rotateLicenseKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "algorithm": "RS256"
                 *     }
                 */
                "application/json": {
                    algorithm?: components["schemas"]["KeyAlgorithm"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKey"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    importLicenseKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "privateKeyPem": "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"
                 *     }
                 */
                "application/json": {
                    /** @description PKCS#1, PKCS#8 or SEC1, not encrypted. */
                    privateKeyPem: string;
                    /**
                     * @description False: it only verifies.
                     * @default true
                     */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKey"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SigningKeyExistsOrConflictOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeLicenseKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example q3bXn0sV */
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SigningKeyActive"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettings"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSettingsChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettings"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnlyOrForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDomains"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomains"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDomains"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnlyOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DomainInUseOrDevicesAffected"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    addDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDomains"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnlyOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DomainInUseOrDevicesAffectedOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeDomain: {
        parameters: {
            query?: {
                /** @description Number of devices in use that would reach another account, as 409 `DevicesAffected` reports it. */
                confirm?: number;
            };
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description A host name such as licenses.example.com.
                 * @example licenses.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDomains"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnlyOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DevicesAffected"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    setDefaultAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDefaultAccount"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettings"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnlyOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DevicesAffectedOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTaxRates: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRatePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createTaxRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTaxRate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteTaxRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateTaxRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxRateChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiKeyEnded"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiKeyEndedOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getUsage: {
        parameters: {
            query: {
                /**
                 * @description A day in UTC, such as 2026-03-01.
                 * @example 2026-03-01
                 */
                from: string;
                /**
                 * @description The last day; up to a year after the first.
                 * @example 2026-03-01
                 */
                to: string;
                /** @description Only this product. */
                productFilter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTrialCounts: {
        parameters: {
            query: {
                /**
                 * @description A day in UTC, such as 2026-03-01.
                 * @example 2026-03-01
                 */
                from: string;
                /**
                 * @description The last day; up to a year after the first.
                 * @example 2026-03-01
                 */
                to: string;
                /** @description Only this product. */
                productFilter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialsReport"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProduct"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProductExistsOrVariationExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportProducts: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveProduct: {
        parameters: {
            query?: {
                /** @description Also when bundles hold it, which then are no longer for sale. Without it that is 409. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProductInBundlesOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceProductProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBundles: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundlePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createBundle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBundle"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BundleExistsOrVariationExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportBundles: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateBundle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveBundle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreBundle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceBundleProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listProductVariations: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariationPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createProductVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVariation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VariationExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getProductVariation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateProductVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariationChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveProductVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreProductVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBundleVariations: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariationPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createBundleVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVariation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VariationExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getBundleVariation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateBundleVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariationChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveBundleVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreBundleVariation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example demo-app-perpetual */
                variationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDiscounts: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRulePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDiscount"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DiscountExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportDiscounts: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDiscount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-launch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-launch */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscountChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-launch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-launch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCoupon"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportCoupons: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCouponCodes: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only the codes of this batch. */
                batchId?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCodePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    addCouponCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCouponCode"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCode"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponCodeExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportCouponCodes: {
        parameters: {
            query?: {
                /** @description Only the codes of this batch. */
                batchId?: string;
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns code, uses, maxUses, createdAt, revokedAt, batchId. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CodesNotReady"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeCouponCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
                /** @example codeId */
                codeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCode"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCouponBatches: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponBatchPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    generateCouponCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCouponBatch"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponBatch"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCouponBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
                /** @example batchId */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponBatch"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCouponUses: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponUsePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOffers: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRulePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOffer"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OfferExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportOffers: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-third-half */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-third-half */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archiveOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-third-half */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-third-half */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferRule"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listPromotions: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
                /** @description Only archived ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionPage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createPromotion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPromotion"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PromotionExistsOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    exportPromotions: {
        parameters: {
            query?: {
                /** @description Only archived ones. */
                archived?: boolean;
                /** @description The format of the file. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/x-ndjson": string;
                    /**
                     * @example code,redeemedAt,customerId
                     *     DEMO-7KQ2-M4XT,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updatePromotion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    archivePromotion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restorePromotion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replacePromotionProperties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example 0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomPropertiesInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    quoteProduct: {
        parameters: {
            query?: {
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
                /** @description Default: the default variation. */
                variationId?: string;
                /** @description Default: the account's default currency. */
                currency?: string;
                quantity?: number;
                /** @description For this customer. Absent: for a visitor. */
                customerId?: string;
                /** @description At this time. Absent: now. */
                at?: string;
                /** @description With these coupon codes, separated by commas. The API key also needs `coupons:read`. */
                coupons?: string;
                /** @description With the taxes of a buyer in this country, ISO 3166-1 alpha-2. */
                country?: string;
                /** @description The region of the buyer in `country`. */
                region?: string;
                /** @description The postal code of the buyer in `country`. */
                postCode?: string;
                /** @description Whether the buyer is a business with a valid tax ID of `country`. */
                business?: boolean;
            };
            header?: never;
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    quoteBundle: {
        parameters: {
            query?: {
                utm_source?: components["parameters"]["UtmSource"];
                utm_medium?: components["parameters"]["UtmMedium"];
                utm_campaign?: components["parameters"]["UtmCampaign"];
                utm_term?: components["parameters"]["UtmTerm"];
                utm_content?: components["parameters"]["UtmContent"];
                utm_referrer?: components["parameters"]["UtmReferrer"];
                /** @description Default: the default variation. */
                variationId?: string;
                /** @description Default: the account's default currency. */
                currency?: string;
                quantity?: number;
                /** @description For this customer. Absent: for a visitor. */
                customerId?: string;
                /** @description At this time. Absent: now. */
                at?: string;
                /** @description With these coupon codes, separated by commas. The API key also needs `coupons:read`. */
                coupons?: string;
                /** @description With the taxes of a buyer in this country, ISO 3166-1 alpha-2. */
                country?: string;
                /** @description The region of the buyer in `country`. */
                region?: string;
                /** @description The postal code of the buyer in `country`. */
                postCode?: string;
                /** @description Whether the buyer is a business with a valid tax ID of `country`. */
                business?: boolean;
            };
            header?: never;
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listReleases: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                pageSize?: components["parameters"]["PageSize"];
                /** @description From `next` of the previous page. */
                paginationToken?: components["parameters"]["PaginationToken"];
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasePage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    replaceRelease: {
        parameters: {
            query?: {
                /** @description Customers get it immediately. Default false. */
                publishImmediately?: boolean;
            };
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseReplacement"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReleaseYankedOrUploadBusy"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    createRelease: {
        parameters: {
            query?: {
                /** @description Customers get it immediately. Default false. */
                publishImmediately?: boolean;
            };
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                productId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelease"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReleaseExistsOrUploadBusyOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    putDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDownload"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadBusy"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    addDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDownload"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadBusyOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    publishRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReleaseYankedOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    yankRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Yank"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    restoreRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    prepareUpload: {
        parameters: {
            query: {
                /**
                 * @description Media type of the file, which the upload carries, too: `application/octet-stream` for programs.
                 * @example application/octet-stream
                 */
                contentType: string;
                /** @description Bytes of the file, where they are known: another size is refused. */
                size?: number;
                /** @description Another file is refused. */
                sha256?: string;
                /** @description Upload the file in parts, each of which can be repeated. Needs `size`. */
                multipart?: boolean;
            };
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app-1.2.0.zip */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app-1.2.0.zip */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadIncompleteOrUploadBusyOrIdempotencyKeyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    bulkImportCustomers: {
        parameters: {
            query?: {
                /** @description Check every line, also against earlier ones, and store nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without `externalId`. A repeated request is answered anew, with `exists` for each line that is stored already. */
                "idempotency-key"?: components["parameters"]["ImportIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["CustomerLine"];
            };
        };
        responses: {
            /** @description The result of each line, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "line": 1,
                     *       "status": "created",
                     *       "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *       "errors": {
                     *         "Product/demo-app": []
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ImportResult"] | components["schemas"]["ImportSummary"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    bulkImportLicenses: {
        parameters: {
            query?: {
                /** @description Check every line, also against earlier ones, and store nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without `externalId`. A repeated request is answered anew, with `exists` for each line that is stored already. */
                "idempotency-key"?: components["parameters"]["ImportIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["LicenseLine"];
            };
        };
        responses: {
            /** @description The result of each line, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "line": 1,
                     *       "status": "created",
                     *       "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *       "errors": {
                     *         "Product/demo-app": []
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ImportResult"] | components["schemas"]["ImportSummary"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    bulkImportTrials: {
        parameters: {
            query?: {
                /** @description Check every line, also against earlier ones, and store nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without `externalId`. A repeated request is answered anew, with `exists` for each line that is stored already. */
                "idempotency-key"?: components["parameters"]["ImportIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["TrialLine"];
            };
        };
        responses: {
            /** @description The result of each line, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "line": 1,
                     *       "status": "created",
                     *       "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *       "errors": {
                     *         "Product/demo-app": []
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ImportResult"] | components["schemas"]["ImportSummary"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    bulkImportVouchers: {
        parameters: {
            query?: {
                /** @description Check every line, also against earlier ones, and store nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without `externalId`. A repeated request is answered anew, with `exists` for each line that is stored already. */
                "idempotency-key"?: components["parameters"]["ImportIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["VoucherLine"];
            };
        };
        responses: {
            /** @description The result of each line, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "line": 1,
                     *       "status": "created",
                     *       "id": "0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10",
                     *       "errors": {
                     *         "Product/demo-app": []
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ImportResult"] | components["schemas"]["ImportSummary"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    setProductIcon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Icon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeProductIcon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Icon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    setBundleIcon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Icon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeBundleIcon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Icon"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listProductImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImages"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    addProductImage: {
        parameters: {
            query?: {
                /** @description Text alternative: at most 300 characters. Default: empty. */
                alt?: string;
                /** @description Determines the order of images. Default: after the others. */
                position?: number;
            };
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-app */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TooManyImagesOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeProductImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
                /** @example imageId */
                imageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateProductImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-app */
                id: string;
                /** @example imageId */
                imageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBundleImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImages"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    addBundleImage: {
        parameters: {
            query?: {
                /** @description Text alternative: at most 300 characters. Default: empty. */
                alt?: string;
                /** @description Determines the order of images. Default: after the others. */
                position?: number;
            };
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description Makes the request safe to retry: for 24 hours the same request with the same key gets the first response again, with the header `idempotency-replayed: true`. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TooManyImagesOrIdempotencyKeyInFlight"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    removeBundleImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example imageId */
                imageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateBundleImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change is always made. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @example demo-bundle */
                id: string;
                /** @example imageId */
                imageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemImage"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["StaleRevision"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getIcon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app.png */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/gif": string;
                    "image/webp": string;
                    "image/avif": string;
                };
            };
            /** @description The image with the tag of If-None-Match is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app.png */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/gif": string;
                    "image/webp": string;
                    "image/avif": string;
                };
            };
            /** @description The image with the tag of If-None-Match is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDocumentByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example documentId */
                documentId: string;
                /** @example bm90IGEgcmVhbCB0b2tlbg */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/pdf": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getAppcast: {
        parameters: {
            query?: {
                /** @description Only its files. */
                platform?: "Mac" | "Windows";
                /** @description Only files that run on this processor. */
                arch?: "X86" | "X64" | "Arm64";
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /**
                 * @description Such as `beta`, which also has the releases of `stable`.
                 * @example stable
                 */
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The appcast. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/xml": string;
                };
            };
            /** @description The feed with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getElectronUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example demo-app.png */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/yaml": string;
                };
            };
            /** @description The feed with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTauriUpdates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /**
                 * @description Such as `beta`, which also has the releases of `stable`.
                 * @example stable
                 */
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TauriUpdates"];
                };
            };
            /** @description The feed with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTauriUpdate: {
        parameters: {
            query?: {
                /** @description How it was installed, such as `nsis` or `deb`. */
                bundle?: string;
            };
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /**
                 * @description Such as `beta`, which also has the releases of `stable`.
                 * @example stable
                 */
                channel: string;
                /** @example darwin */
                target: "darwin" | "linux" | "windows";
                /** @example x86_64 */
                arch: "x86_64" | "aarch64" | "i686" | "armv7";
                /** @example 1.2.0 */
                currentVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TauriUpdate"];
                };
            };
            /** @description There is no newer one. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The feed with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getVelopackFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /**
                 * @description Such as `beta`, which also has the releases of `stable`.
                 * @example stable
                 */
                channel: string;
                /** @example demo-app.png */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list of packages, or a package. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VelopackReleases"];
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The package is at the Location. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The file with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            /** @description The file has no such part. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getUpdateFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo-app */
                productId: string;
                /** @example 1.2.0 */
                version: string;
                /** @example Universal */
                platform: components["parameters"]["Platform"];
                /** @example Demo App */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The file is at the Location. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The file with the tag of If-None-Match is still the same. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            403: components["responses"]["ForbiddenOrProductNotOwned"];
            404: components["responses"]["NotFound"];
            /** @description The file has no such part. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCurrentVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchant behind this host. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getLicenseKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
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
                    "application/json": {
                        keys: components["schemas"]["PublicJwk"][];
                    };
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getLicenseKeyPem: {
        parameters: {
            query?: {
                /** @description SPKI ("BEGIN PUBLIC KEY") or PKCS#1 ("BEGIN RSA PUBLIC KEY"). */
                format?: "spki" | "pkcs1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…
                     *     -----END PUBLIC KEY-----
                     */
                    "application/x-pem-file": string;
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    putFile: {
        parameters: {
            query: {
                /** @example 1767225600 */
                expires: number;
                /** @example c2ln */
                signature: string;
            };
            header?: never;
            path: {
                /** @example demo-app-1.2.0.zip */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadCompleteOrUploadBusy"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
    putPart: {
        parameters: {
            query: {
                /** @example 1767225600 */
                expires: number;
                /** @example c2ln */
                signature: string;
            };
            header?: never;
            path: {
                /** @example demo-app-1.2.0.zip */
                key: string;
                /** @example 1 */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPart"];
                };
            };
            400: components["responses"]["InvalidInputOrMalformedRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadCompleteOrUploadBusy"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Overloaded"];
        };
    };
}
